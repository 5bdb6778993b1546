import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The form that reports a product or a seller to the operator. When the report has arrived, the link of its receipt takes
/// its place.
final class ReportViewController: ViewController {
    private let model: ReportModel
    private let texts: ScreenTexts
    private let banner = BannerView()
    private lazy var column = ColumnScrollView(
        [banner, name, UILabel(caption: texts.interface[.reportAdvice])] + rows
    )
    private let reasonButton = UIButton.popup()
    private let textView = UITextView()
    private let nameField = UITextField.rounded()
    private let mailField = UITextField.rounded()
    private let goodFaith = UISwitch()
    private lazy var rows = makeRows()
    private lazy var sendButton = UIBarButtonItem(texts.interface[.sendReport]) { [weak self] in self?.send() }
    /// The height above the keyboard at the last layout.
    private var height = 0.0

    init(_ model: ReportModel, texts: ScreenTexts) {
        self.model = model
        self.texts = texts
        super.init(title: model.title)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.rightBarButtonItem = sendButton
        configureControls()
        column.fill(view)
        observeModels()
    }

    // MARK: Controls

    private func configureControls() {
        textView.font = .preferredFont(forTextStyle: .body)
        textView.adjustsFontForContentSizeCategory = true
        textView.backgroundColor = .secondarySystemBackground
        textView.layer.cornerRadius = 8
        textView.delegate = self
        // It scrolls within its height, so that the caret stays in view.
        textView.heightAnchor.constraint(equalToConstant: 132).isActive = true
        configure(nameField, .name) { $0.name = $1 }
        configure(mailField, .emailAddress) { $0.mail = $1 }
        mailField.keyboardType = .emailAddress
        mailField.autocapitalizationType = .none
        mailField.autocorrectionType = .no
        goodFaith.on(.valueChanged) { [model, weak goodFaith] in model.draft.isInGoodFaith = goodFaith?.isOn ?? false }
    }

    private func configure(
        _ field: UITextField,
        _ contentType: UITextContentType,
        change: @escaping (inout ReportDraft, String) -> Void
    ) {
        field.textContentType = contentType
        field.returnKeyType = .done
        field.on(.editingChanged) { [model, weak field] in change(&model.draft, field?.text ?? "") }
        field.on(.editingDidEndOnExit) { [weak field] in field?.resignFirstResponder() }
    }

    private func makeRows() -> [ReportRow] {
        let interface = texts.interface
        func optional(_ caption: String) -> String { "\(caption) (\(interface[.optional]))" }
        return [
            ReportRow(.reason, caption: interface[.reportReason], control: reasonButton),
            ReportRow(.goodFaith, caption: interface[.reportGoodFaith], control: goodFaith),
            ReportRow(
                .text,
                caption: interface[.reportText],
                control: textView,
                hint: interface[.reportTextHint]
            ),
            ReportRow(.name, caption: optional(interface[.reporterName]), control: nameField),
            ReportRow(
                .mail,
                caption: optional(interface[.reporterMail]),
                control: mailField,
                hint: interface[.reporterHint]
            ),
        ]
    }

    private var name: UIView {
        let name = UILabel(caption: model.name)
        name.font = .preferredFont(forTextStyle: .headline)
        return name
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        guard column.bounds.height != height else { return }
        height = column.bounds.height
        // The keyboard has appeared or changed, or the phone was turned.
        if let row = rows.first(where: { $0.control.isFirstResponder }) { column.show(row, animated: false) }
    }

    // MARK: Rendering

    override func render() {
        banner.message = model.failure
        for row in rows { row.show(problem: model.problem(with: row.field)) }
        rows.first { $0.field == .goodFaith }?.isHidden = model.reason?.needsGoodFaith != true
        column.isUserInteractionEnabled = model.isWriting
        sendButton.isEnabled = model.isWriting
        renderReason()
        renderClosing()
        showMessage(receipt)
        column.isHidden = receipt != nil
        // What was written isn't lost with a swipe.
        isModalInPresentation = receipt == nil
        if receipt != nil { navigationItem.rightBarButtonItem = nil }
    }

    private func renderReason() {
        let name = model.reason.map { texts.interface.name(of: $0) }
        reasonButton.configuration?.title = name ?? "—"
        reasonButton.accessibilityValue = name
        reasonButton.menu = UIMenu(
            options: .singleSelection,
            children: model.reasons.map { reason, name in
                UIAction(title: name, state: reason == model.reason ? .on : .off) { [model] _ in model.reason = reason }
            }
        )
    }

    private func renderClosing() {
        let title = receipt == nil ? texts.interface[.cancel] : texts.interface[.okay]
        guard navigationItem.leftBarButtonItem?.title != title else { return }
        navigationItem.leftBarButtonItem = UIBarButtonItem(title) { [weak self] in self?.close() }
    }

    /// What takes the place of the form when the report has arrived.
    private var receipt: Message? {
        guard let outcome = model.outcome else { return nil }
        return Message(
            symbol: "checkmark.circle",
            title: texts.interface[.reportReceived],
            advice: [outcome, texts.app[.receiptAdvice]].joined(separator: "\n\n"),
            action: (texts.interface[.share], { [weak self] in self?.shareReceipt() })
        )
    }

    // MARK: Actions

    private func send() {
        view.endEditing(true)
        Task {
            await model.send()
            guard let row = rows.first(where: { $0.field == model.firstWrongField }) else { return }
            column.show(row, animated: true)
            UIAccessibility.post(notification: .layoutChanged, argument: row.control)
        }
    }

    /// A report that is being sent is stopped first; then its form can be closed.
    private func close() {
        guard model.state != .sending else { return model.cancel() }
        presentingViewController?.dismiss(animated: true)
    }

    private func shareReceipt() {
        guard let link = model.receiptLink else { return }
        let sheet = UIActivityViewController(activityItems: [link], applicationActivities: nil)
        // On an iPad the sheet is a popover.
        sheet.popoverPresentationController?.sourceItem = view
        present(sheet, animated: true)
    }
}

extension ReportViewController: UITextViewDelegate {
    func textViewDidChange(_ textView: UITextView) {
        model.draft.text = textView.text
    }
}
