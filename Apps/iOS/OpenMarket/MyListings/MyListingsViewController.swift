import MarketAPI
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The user's own listings, in all states, with the changes that are one tap away.
final class MyListingsViewController: ProductsViewController {
    let model: MyListingsModel

    private let tabButton = UIBarButtonItem()
    private var shownTabs: [String] = []

    init(session: MarketSession, showProduct: @escaping (Product.ID, ListedProduct?) -> Void) {
        model = MyListingsModel(
            service: session.client,
            keyring: session.keyring,
            dependencies: session.dependencies,
            tell: { [weak session] in session?.report($0) }
        )
        super.init(session: session, title: session.texts.interface[.myListings], showProduct: showProduct)
        session.changes.subscribe(self) { [weak self] in self?.model.apply($0) }
    }

    override var isRefreshable: Bool { true }

    override func appear() async { await model.appear() }
    override func load() async { await model.load() }
    override func stop() { model.stop() }

    override func open(_ id: Product.ID) {
        showProduct(id, listings.first { $0.id == id }?.model?.product.listed)
    }

    // MARK: Rows

    private var listings: [MyListing] {
        if case .loaded(let listings, _) = model.state { listings } else { [] }
    }

    override func makeDataSource() -> ItemDataSource<Product.ID> {
        collectionView.makeDataSource { [weak self] (cell: MyListingCell, id) in
            guard let self, let listing = listings.first(where: { $0.id == id }) else { return }
            cell.show(listing, of: model, session: session) { [weak self] product in
                self?.copy(product)
            } perform: { [weak self] action, listing in
                self?.perform(action, on: listing)
            }
        }
    }

    override func render() {
        super.render()
        renderTabs()
        banner.message = refreshFailure
        let ids = listings.map(\.id)
        switch model.state {
        case .loading: showWaiting()
        case .empty, .failed, .loaded: showMessage(ids.isEmpty ? message : nil)
        }
        dataSource.show(ids, animated: false)
    }

    private func renderTabs() {
        let tabs = [nil] + ListingState.Kind.allCases
        // An open menu would close if it were replaced by the same.
        let labels = tabs.map { model.label(of: $0) } + [model.label(of: model.tab)]
        guard labels != shownTabs else { return }
        shownTabs = labels
        let actions = tabs.map { tab in
            UIAction(title: model.label(of: tab), state: tab == model.tab ? .on : .off) { [model] _ in
                model.tab = tab
            }
        }
        tabButton.title = model.label(of: model.tab)
        tabButton.menu = UIMenu(options: .singleSelection, children: actions)
        if navigationItem.rightBarButtonItem == nil { navigationItem.rightBarButtonItem = tabButton }
    }

    private var refreshFailure: String? {
        guard case .loaded(_, .failed) = model.state else { return nil }
        return session.texts.app[.refreshFailed]
    }

    private var message: Message {
        let interface = session.texts.interface
        switch model.state {
        case .failed:
            return failureMessage(session.texts.app[.identityUnreadable])
        case .loaded:
            return Message(
                symbol: "tray",
                title: interface[.nothingInState],
                action: (interface[.everyListing], { [model] in model.tab = nil })
            )
        case .loading, .empty:
            return Message(symbol: "tag", title: interface[.emptyMine], advice: session.texts.app[.emptyMineAdvice])
        }
    }

    // MARK: Actions

    private func perform(_ action: SellerAction, on listing: ListingStateModel) {
        guard action != .reserve || listing.state != .reserved else { return changeReservation(of: listing) }
        Task {
            await listing.perform(action)
            if case .awaitingPassword = listing.step { askForPassword(of: listing) }
        }
    }

    private func changeReservation(of listing: ListingStateModel) {
        let sheet = ReservationViewController(listing, interface: session.texts.interface) { await listing.perform($0) }
        sheet.didClose = { [weak self] in
            guard let self, case .awaitingPassword = listing.step else { return }
            askForPassword(of: listing)
        }
        present(UINavigationController(rootViewController: sheet), animated: true)
    }

    private func copy(_ product: DetailedProduct) {
        let copy = ListingCopy(product, hasImages: true)
        let form = ListingFormViewController(session: session, copying: copy, show: showProduct)
        present(UINavigationController(rootViewController: form), animated: true)
    }

    /// Asks once for the password of a listing whose state is to be changed, and then does what was tapped.
    private func askForPassword(of listing: ListingStateModel) {
        weak var shown: UIViewController?
        let question = PasswordViewController(
            .state(listing.message ?? "", session.texts.interface),
            language: session.dependencies.language
        ) { password in
            await listing.perform(with: password)
            if case .awaitingPassword = listing.step { return listing.message }
            // What has happened is said in the row of the listing.
            shown?.presentingViewController?.dismiss(animated: true)
            return nil
        } cancel: {
            listing.dismiss()
        }
        shown = question
        present(UINavigationController(rootViewController: question), animated: true)
    }
}
