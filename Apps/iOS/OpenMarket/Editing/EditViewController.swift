import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The form for the changes of a product. Values that the product has already are quiet, changed ones strong.
final class EditViewController: ViewController, DraftSaving {
    let model: EditModel
    let form: FormViewController

    let language: Language
    private let session: MarketSession
    private lazy var sendingBar = SendingBar(language: language) { [model] in model.cancel() }
    var sending: Task<Void, Never>?
    private var observation: ModelObservation?
    private(set) var hasFinished = false

    init(_ model: EditModel, session: MarketSession) {
        self.model = model
        self.session = session
        language = session.dependencies.language
        form = FormViewController(model, session: session)
        super.init(nibName: nil, bundle: nil)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        let interface = InterfaceTexts(language: language)
        title = interface[.editListing]
        view.backgroundColor = .systemBackground
        navigationItem.leftBarButtonItem = UIBarButtonItem(interface[.cancel]) { [weak self] in self?.close() }
        navigationItem.rightBarButtonItem = UIBarButtonItem(interface[.save]) { [weak self] in self?.save() }
        isModalInPresentation = true
        session.form = self
        embed(form, above: sendingBar)
        observation = ModelObservation { [weak self] in self?.render() }
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        render()
    }

    // MARK: Rendering

    private func render() {
        let interface = InterfaceTexts(language: language)
        form.banner.message = model.failure ?? model.draftFailure ?? unknownContact ?? interface[.unchangedHint]
        navigationItem.rightBarButtonItem?.isEnabled = model.canBeSent
        navigationItem.leftBarButtonItem?.isEnabled = model.isWriting
        if let question = model.draftQuestion { ask(question) }
        switch model.state {
        case .editing(_, .saving(let fraction)): sendingBar.show(fraction)
        case .editing(_, .verifying): sendingBar.show(waitingFor: AppTexts(language: language)[.verifying])
        case .editing(_, .writing): sendingBar.show(nil)
        case .editing(_, .conflict):
            sendingBar.show(nil)
            showConflict()
        case .saved: finish()
        case .gone: leave()
        case .awaitingPassword, .checking: break
        }
    }

    /// That the contact isn't known, so that an empty field doesn't look like one without a contact.
    private var unknownContact: String? {
        model.form?.baseContact == nil ? AppTexts(language: language)[.contactUnknown] : nil
    }

    private func showConflict() {
        guard presentedViewController == nil else { return }
        let conflict = ConflictViewController(model, session: session)
        present(UINavigationController(rootViewController: conflict), animated: true)
    }

    private func finish() {
        guard !hasFinished else { return }
        hasFinished = true
        if let change = model.change { session.report(change) }
        guard let note = model.approvalNote else {
            presentingViewController?.dismiss(animated: true)
            return
        }
        let alert = UIAlertController(note, okay: InterfaceTexts(language: language)[.okay]) { [weak self] in
            self?.presentingViewController?.dismiss(animated: true)
        }
        present(alert, animated: true)
    }

    private func leave() {
        guard !hasFinished else { return }
        hasFinished = true
        let alert = UIAlertController(model.failure, okay: InterfaceTexts(language: language)[.okay]) { [weak self] in
            guard let self else { return }
            presentingViewController?.dismiss(animated: true)
            if let change = model.change { session.report(change) }
        }
        present(alert, animated: true)
    }

    // MARK: Actions

    var hasProblem: Bool {
        if case .editing(_, .writing(.some)) = model.state { true } else { false }
    }

    func save() {
        form.endTyping()
        send { model in
            await model.save()
            return true
        }
    }
}
