import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The form of a new listing, shown in a navigation controller over the list.
final class ListingFormViewController: ViewController, DraftSaving {
    let model: ListingFormModel
    let form: FormViewController

    let language: Language
    private let session: MarketSession
    private let copy: ListingCopy?
    /// Why the pictures of the other listing couldn't be loaded.
    private var copyFailure: String?
    private let show: (Product.ID, ListedProduct?) -> Void
    private lazy var sendingBar = SendingBar(language: language) { [model] in model.cancel() }
    var sending: Task<Void, Never>?
    private var observation: ModelObservation?
    private(set) var hasFinished = false
    /// The product of an earlier attempt that the user was told of.
    private var offered: Product.ID?

    /// - Parameters:
    ///   - copy: the listing whose words the form begins with; nil for an empty form.
    ///   - show: called with the new product when the form is closed after it was listed.
    init(session: MarketSession, copying copy: ListingCopy? = nil, show: @escaping (Product.ID, ListedProduct?) -> Void)
    {
        self.session = session
        self.copy = copy
        self.show = show
        language = session.dependencies.language
        model = ListingFormModel(
            service: session.client,
            keyring: session.keyring,
            preferences: session.preferences,
            language: language,
            drafts: session.drafts,
            recentSecrets: session.dependencies.recentSecrets,
            categories: session.dependencies.categories
        )
        form = FormViewController(model, session: session)
        super.init(nibName: nil, bundle: nil)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        let interface = InterfaceTexts(language: language)
        title = interface[.newListing]
        view.backgroundColor = .systemBackground
        navigationItem.leftBarButtonItem = UIBarButtonItem(interface[.cancel]) { [weak self] in self?.close() }
        navigationItem.rightBarButtonItem = UIBarButtonItem(interface[.submitListing]) { [weak self] in self?.submit() }
        // A swipe down would lose the last second of typing.
        isModalInPresentation = true
        session.form = self
        embed(form, above: sendingBar)
        observation = ModelObservation { [weak self] in self?.render() }
        Task { await model.loadCurrencies() }
        Task {
            await model.findDraft()
            // The user decides first what becomes of an unfinished listing.
            if model.draftQuestion == nil { await fillInCopy() }
        }
    }

    private func fillInCopy() async {
        guard let copy else { return }
        copy.fill(model)
        let failure = await copy.addImages(to: model, from: session.client)
        copyFailure = failure.map { ProblemTexts(language: language).sentence(for: $0) }
        render()
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        render()
    }

    // MARK: Rendering

    private func render() {
        form.banner.message = model.failure ?? model.draftFailure ?? copyFailure
        navigationItem.rightBarButtonItem?.isEnabled = model.canBeSent
        navigationItem.leftBarButtonItem?.isEnabled = model.isWriting
        if case .sending(let fraction) = model.state { sendingBar.show(fraction) } else { sendingBar.show(nil) }
        if let question = model.draftQuestion { ask(question) { [weak self] in await self?.fillInCopy() } }
        if let id = model.listedBefore, let failure = model.failure { offer(id, failure) }
        if case .listed(let product, _) = model.state { finish(product) }
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

    private func finish(_ product: DetailedProduct) {
        guard !hasFinished else { return }
        hasFinished = true
        session.report(.listed(product))
        let notes = [model.approvalNote, model.failure].compactMap(\.self)
        guard !notes.isEmpty else { return leave(with: product) }
        let okay = InterfaceTexts(language: language)[.okay]
        let alert = UIAlertController(notes.joined(separator: " "), okay: okay) { [weak self] in
            self?.leave(with: product)
        }
        present(alert, animated: true)
    }

    // MARK: Actions

    var hasProblem: Bool {
        if case .writing(.some) = model.state { true } else { false }
    }

    func submit() {
        form.endTyping()
        send { model in
            await model.submit()
            return true
        }
    }

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
