import MarketModels
import MarketTexts
import UIKit

/// Asks for the password of a product, or only for a confirmation if it was right within the last hour. A wrong one is said
/// above the field, where it can be tried again or cancelled.
final class PasswordViewController: ViewController {
    let textField = UITextField.rounded()
    let button = UIButton(configuration: .filled())

    private let question: PasswordQuestion
    private let interface: InterfaceTexts
    private let known: () -> String?
    private let check: (String) async -> String?
    private let cancel: () -> Void
    private let message = UILabel(.body)
    private let spinner = UIActivityIndicatorView(style: .medium)
    private var checking: Task<Void, Never>?

    /// - Parameters:
    ///   - known: returns the password if it isn't to be asked for.
    ///   - check: checks the password, and returns why it isn't accepted; nil if it is, or if nothing is to be said.
    ///   - cancel: called when the user cancels, also while the password is being checked.
    init(
        _ question: PasswordQuestion,
        language: Language,
        known: @escaping () -> String? = { nil },
        check: @escaping (String) async -> String?,
        cancel: @escaping () -> Void
    ) {
        self.question = question
        self.known = known
        self.check = check
        self.cancel = cancel
        interface = InterfaceTexts(language: language)
        super.init(title: question.title)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.leftBarButtonItem = UIBarButtonItem(interface[.cancel]) { [weak self] in self?.leave() }
        isModalInPresentation = true
        configureField()
        configureButton()
        layOut()
        render(problem: nil)
        if question.startsWhenKnown, known() != nil { submit() }
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        if !textField.isHidden { textField.becomeFirstResponder() }
    }

    private func configureField() {
        textField.setTraits(FieldInput(.password, currency: .krw))
        textField.textContentType = .password
        textField.returnKeyType = .go
        textField.placeholder = interface.label(of: .password)
        textField.accessibilityLabel = interface.label(of: .password)
        textField.addRevealButton(label: interface.sentence(.showPassword))
        textField.on(.editingDidEndOnExit) { [weak self] in self?.submit() }
    }

    private func configureButton() {
        button.configuration?.title = question.action
        if question.isDestructive { button.configuration?.baseBackgroundColor = .systemRed }
        button.on(.primaryActionTriggered) { [weak self] in self?.submit() }
    }

    private func layOut() {
        button.heightAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
        ColumnScrollView([message, textField, button, spinner]).fill(view)
    }

    private func render(problem: String?) {
        textField.isHidden = known() != nil
        message.text = problem ?? question.advice
        message.textColor = problem == nil ? .secondaryLabel : .systemRed
        button.configuration?.title = problem == nil ? question.action : interface[.tryAgain]
        if let problem { UIAccessibility.post(notification: .announcement, argument: problem) }
    }

    private func submit() {
        guard checking == nil else { return }
        showWaiting(true)
        checking = Task { [weak self, check, password = known() ?? textField.text ?? ""] in
            let problem = await check(password)
            guard let self else { return }
            checking = nil
            showWaiting(false)
            render(problem: problem)
            if problem != nil, !textField.isHidden { textField.becomeFirstResponder() }
        }
    }

    private func showWaiting(_ isWaiting: Bool) {
        button.isEnabled = !isWaiting
        textField.isEnabled = !isWaiting
        if isWaiting { spinner.startAnimating() } else { spinner.stopAnimating() }
    }

    private func leave() {
        cancel()
        presentingViewController?.dismiss(animated: true)
    }
}

/// What the screen that asks for a password says.
struct PasswordQuestion {
    let title: String
    let advice: String
    /// The title of the button.
    let action: String
    /// Whether the action can't be undone.
    var isDestructive = false

    /// Whether a known password is checked at once, because there is nothing to confirm.
    var startsWhenKnown = false

    /// - Parameter isKnown: whether the password was right within the last hour.
    static func edit(_ texts: ScreenTexts, isKnown: Bool) -> PasswordQuestion {
        PasswordQuestion(
            title: texts.interface[isKnown ? .editListing : .editQuestion],
            advice: isKnown ? texts.app[.checking] : texts.interface[.editQuestionAdvice],
            action: texts.interface[.next],
            startsWhenKnown: true
        )
    }

    /// - Parameter isKnown: whether the password was right within the last hour.
    static func deletion(_ interface: InterfaceTexts, isKnown: Bool) -> PasswordQuestion {
        PasswordQuestion(
            title: interface[isKnown ? .deleteKnownQuestion : .deleteQuestion],
            advice: interface[isKnown ? .deleteKnownAdvice : .deleteQuestionAdvice],
            action: interface[.deleteForever],
            isDestructive: true
        )
    }

    /// - Parameter advice: why the password is needed, from ``ListingStateModel``.
    static func state(_ advice: String, _ interface: InterfaceTexts) -> PasswordQuestion {
        PasswordQuestion(title: interface[.manageQuestion], advice: advice, action: interface[.next])
    }
}
