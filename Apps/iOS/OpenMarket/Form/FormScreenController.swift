import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The screen of a form, above a bar that appears while it is sent. The form is saved on the device when the app goes into the
/// background, and sent again when sending was cut off there.
///
/// Subclasses override the functions of the last part.
class FormScreenController: ViewController {
    let session: MarketSession
    let language: Language
    let form: FormViewController
    private(set) lazy var sendingBar = SendingBar(language: language) { [contents] in contents.cancel() }
    /// What sends the form; nil if nothing is being sent.
    private(set) var sending: Task<Void, Never>?
    /// Whether it was sent, and the screen closes by itself or once the user has read what it says.
    private(set) var hasFinished = false

    private let contents: any ListingForm
    private let sendTitle: String

    init(_ contents: any ListingForm, session: MarketSession, title: InterfaceString, sendTitle: InterfaceString) {
        self.contents = contents
        self.session = session
        language = session.dependencies.language
        form = FormViewController(contents, session: session)
        self.sendTitle = session.texts.interface[sendTitle]
        super.init(title: session.texts.interface[title])
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        let cancel = session.texts.interface[.cancel]
        navigationItem.leftBarButtonItem = UIBarButtonItem(cancel) { [weak self] in self?.close() }
        navigationItem.rightBarButtonItem = UIBarButtonItem(sendTitle) { [weak self] in self?.submit() }
        // A swipe down would lose the last second of typing.
        isModalInPresentation = true
        session.form = self
        embedForm()
        observeModels()
    }

    private func embedForm() {
        addChild(form)
        view.fill(with: form.view)
        view.add(sendingBar) {
            sendingBar.leadingAnchor.constraint(equalTo: view.leadingAnchor)
            sendingBar.trailingAnchor.constraint(equalTo: view.trailingAnchor)
            sendingBar.bottomAnchor.constraint(equalTo: view.keyboardLayoutGuide.topAnchor)
        }
        form.didMove(toParent: self)
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        render()
    }

    // MARK: Sending

    /// Whether the form says something that nobody has read yet, now or soon.
    var staysInFront: Bool { sending != nil || hasFinished }

    func submit() {
        // What is still being composed is part of the form.
        view.endEditing(true)
        send {
            await self.sendForm()
            return true
        }
    }

    func appDidEnterBackground() { contents.appDidEnterBackground() }
    func appWillEnterForeground() { send { await self.contents.appWillEnterForeground() } }

    /// - Parameter body: sends the form, and returns whether it did.
    private func send(_ body: @escaping @MainActor () async -> Bool) {
        let earlier = sending
        sending = Task {
            let hasSent = await body()
            // What was being sent when the app came back goes on.
            await earlier?.value
            sending = nil
            if hasSent, hasProblem { form.showFirstProblem() }
        }
    }

    /// Does what follows the end of the form, once.
    func finish(_ perform: () -> Void) {
        guard !hasFinished else { return }
        hasFinished = true
        perform()
    }

    /// Says a sentence before what follows.
    func say(_ sentence: String?, then perform: @escaping () -> Void) {
        present(UIAlertController(sentence, okay: session.texts.interface[.okay], perform: perform), animated: true)
    }

    // MARK: Drafts

    /// Saves what was typed, for an app that goes into the background.
    func saveDraft() async {
        view.endEditing(true)
        await contents.saveDraft()
    }

    /// Keeps what loads chosen pictures after the form was closed, until they are in the draft, too.
    func closeDraft() async { await contents.closeDraft() }

    /// Closes the form. What was typed is kept as a draft, so that nothing has to be asked.
    private func close() {
        Task {
            await saveDraft()
            presentingViewController?.dismiss(animated: true)
            await closeDraft()
        }
    }

    /// Asks whether to go on with what was left unfinished.
    private func ask(_ question: String) {
        // Nothing is shown above what isn't in the window yet.
        guard view.window != nil, presentedViewController == nil else { return }
        let alert = UIAlertController(title: nil, message: question, preferredStyle: .alert)
        let goOn = UIAlertAction(title: session.texts.interface[.continueDraft], style: .default) { [contents] _ in
            contents.restoreDraft()
        }
        alert.addAction(goOn)
        alert.addAction(
            UIAlertAction(title: session.texts.app[.discardDraft], style: .destructive) { [weak self, contents] _ in
                Task {
                    await contents.discardDraft()
                    await self?.draftWasDiscarded()
                }
            }
        )
        alert.preferredAction = goOn
        present(alert, animated: true)
    }

    // MARK: The form

    /// Whether the form couldn't be sent, or not completely.
    var hasProblem: Bool { false }

    func sendForm() async {}
    func draftWasDiscarded() async {}

    override func render() {
        navigationItem.rightBarButtonItem?.isEnabled = contents.canBeSent
        navigationItem.leftBarButtonItem?.isEnabled = contents.isWriting
        if let question = contents.draftQuestion { ask(question) }
    }
}
