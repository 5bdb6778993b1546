import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The form of a new listing, shown in a navigation controller over the list.
final class ListingFormViewController: FormScreenController {
    let model: ListingFormModel

    private let copy: ListingCopy?
    /// Why the pictures of the other listing couldn't be loaded.
    private var copyFailure: String?
    private let show: (Product.ID, ListedProduct?) -> Void
    /// The product of an earlier attempt that the user was told of.
    private var offered: Product.ID?

    /// - Parameters:
    ///   - copy: the listing whose words the form begins with; nil for an empty form.
    ///   - show: called with the new product when the form is closed after it was listed.
    init(session: MarketSession, copying copy: ListingCopy? = nil, show: @escaping (Product.ID, ListedProduct?) -> Void)
    {
        self.copy = copy
        self.show = show
        model = ListingFormModel(
            service: session.client,
            keyring: session.keyring,
            preferences: session.preferences,
            language: session.dependencies.language,
            drafts: session.drafts,
            recentSecrets: session.dependencies.recentSecrets,
            categories: session.dependencies.categories
        )
        super.init(model, session: session, title: .newListing, sendTitle: .submitListing)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        Task { await model.loadCurrencies() }
        Task {
            await model.findDraft()
            // The user decides first what becomes of an unfinished listing.
            if model.draftQuestion == nil { await fillInCopy() }
        }
    }

    override func draftWasDiscarded() async { await fillInCopy() }

    private func fillInCopy() async {
        guard let copy else { return }
        copy.fill(model)
        let failure = await copy.addImages(to: model, from: session.client)
        copyFailure = failure.map { ProblemTexts(language: language).sentence(for: $0) }
        render()
    }

    // MARK: Rendering

    override func render() {
        super.render()
        form.banner.message = model.failure ?? model.draftFailure ?? copyFailure
        if case .sending(let fraction) = model.state { sendingBar.show(fraction) } else { sendingBar.show(nil) }
        if let id = model.listedBefore, let failure = model.failure { offer(id, failure) }
        if case .listed(let product, _) = model.state { finish { report(product) } }
    }

    /// An earlier attempt has arrived unseen, and the form was changed since.
    private func offer(_ id: Product.ID, _ failure: String) {
        guard offered != id, presentedViewController == nil else { return }
        offered = id
        let interface = InterfaceTexts(language: language)
        let show = UIAlertAction(title: interface[.showListing], style: .default) { [weak self] _ in
            self?.leave(for: id)
        }
        present(UIAlertController(nil, failure, actions: [show], cancel: interface[.cancel]), animated: true)
    }

    private func report(_ product: DetailedProduct) {
        session.report(.listed(product))
        let notes = [model.approvalNote, model.failure].compactMap(\.self)
        guard !notes.isEmpty else { return leave(with: product) }
        say(notes.joined(separator: " ")) { [weak self] in self?.leave(with: product) }
    }

    // MARK: Actions

    override var hasProblem: Bool {
        if case .writing(.some) = model.state { true } else { false }
    }

    override func sendForm() async { await model.submit() }

    /// Closes the form for a product that was listed before. What the form has now stays a draft.
    private func leave(for id: Product.ID) {
        Task {
            await model.saveDraft()
            presentingViewController?.dismiss(animated: true) { [show] in show(id, nil) }
        }
    }

    private func leave(with product: DetailedProduct) {
        presentingViewController?.dismiss(animated: true) { [show] in show(product.id, product.listed) }
    }
}
