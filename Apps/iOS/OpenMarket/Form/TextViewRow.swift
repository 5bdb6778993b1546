import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// A field of several lines: the description.
final class TextViewRow: StackView, FieldRow {
    let field: ListingField
    let textView = UITextView()
    var textInput: UIView? { textView }

    private let form: any ListingForm
    private let placeholder = UILabel(.body, .placeholderText)
    private let notes: FieldNotes
    private let didMoveCaret: () -> Void

    /// - Parameter didMoveCaret: called when the caret is at another place, or the text has grown.
    init(
        _ field: ListingField,
        of form: any ListingForm,
        interface: InterfaceTexts,
        didMoveCaret: @escaping () -> Void
    ) {
        let texts = FieldTexts(field, interface.language)
        self.field = field
        self.form = form
        self.didMoveCaret = didMoveCaret
        notes = FieldNotes(hint: texts.hint)
        super.init([UILabel(caption: interface.caption(of: field)), textView, notes], spacing: 4)
        textView.font = .preferredFont(forTextStyle: .body)
        textView.adjustsFontForContentSizeCategory = true
        // It grows with its text, and the form scrolls.
        textView.isScrollEnabled = false
        textView.backgroundColor = .secondarySystemBackground
        textView.layer.cornerRadius = 8
        textView.accessibilityLabel = interface.caption(of: field)
        textView.delegate = self
        textView.heightAnchor.constraint(greaterThanOrEqualToConstant: 120).isActive = true
        addPlaceholder(texts.placeholder)
        render()
    }

    // A long text is higher than what is above the keyboard, so only the caret can be in view.
    var focus: CGRect {
        guard let end = textView.selectedTextRange?.end else { return textView.bounds }
        let caret = textView.caretRect(for: end)
        return caret.minY.isFinite ? caret.insetBy(dx: 0, dy: -8) : textView.bounds
    }

    var focusView: UIView { textView }

    private func addPlaceholder(_ text: String?) {
        placeholder.text = text
        placeholder.isAccessibilityElement = false
        textView.add(placeholder) {
            placeholder.topAnchor.constraint(equalTo: textView.topAnchor, constant: 8)
            placeholder.leadingAnchor.constraint(equalTo: textView.leadingAnchor, constant: 5)
            placeholder.widthAnchor.constraint(equalTo: textView.widthAnchor, constant: -10)
        }
    }

    func render() {
        let text = form.typed[field]
        if textView.text != text, textView.markedTextRange == nil { textView.text = text }
        placeholder.isHidden = !text.isEmpty
        textView.isEditable = form.isWriting
        textView.textColor = form.isOwnValue(field) ? .label : .secondaryLabel
        let problem = form.problem(for: field)
        notes.render(problem: problem, count: form.characterCount(of: field))
        textView.accessibilityHint = problem ?? placeholder.text
    }
}

extension TextViewRow: UITextViewDelegate {
    func textViewDidChange(_ textView: UITextView) {
        form.setText(textView.text, for: field)
        // Its selection changes before it has grown.
        didMoveCaret()
    }

    func textViewDidChangeSelection(_ textView: UITextView) {
        if textView.isFirstResponder { didMoveCaret() }
    }

    func textViewDidEndEditing(_ textView: UITextView) {
        form.setText(textView.text, for: field)
        form.endEditing(field)
        render()
    }
}
