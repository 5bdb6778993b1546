import MarketModels
import MarketTexts
import UIKit

/// A field of several lines: the description.
final class TextViewRow: UIStackView, FieldRow {
    let field: ListingField
    let textView = UITextView()
    var textInput: UIView? { textView }

    private let form: any ListingFormContent
    private let caption: FieldCaption
    private let placeholder = UILabel()
    private let notes: FieldNotes

    init(_ field: ListingField, of form: any ListingFormContent, web: WebTexts) {
        let texts = FieldTexts(field, web.language)
        self.field = field
        self.form = form
        caption = FieldCaption(web.caption(of: field))
        notes = FieldNotes(hint: texts.hint)
        super.init(frame: .zero)
        axis = .vertical
        spacing = 4
        for view in [caption, textView, notes] { addArrangedSubview(view) }
        textView.font = .preferredFont(forTextStyle: .body)
        textView.adjustsFontForContentSizeCategory = true
        // It grows with its text, and the form scrolls.
        textView.isScrollEnabled = false
        textView.backgroundColor = .secondarySystemBackground
        textView.layer.cornerRadius = 8
        textView.accessibilityLabel = web.caption(of: field)
        textView.delegate = self
        textView.heightAnchor.constraint(greaterThanOrEqualToConstant: 120).isActive = true
        addPlaceholder(texts.placeholder)
        render()
    }

    @available(*, unavailable)
    required init(coder: NSCoder) {
        fatalError("The form has no storyboard.")
    }

    private func addPlaceholder(_ text: String?) {
        placeholder.text = text
        placeholder.font = .preferredFont(forTextStyle: .body)
        placeholder.adjustsFontForContentSizeCategory = true
        placeholder.textColor = .placeholderText
        placeholder.numberOfLines = 0
        placeholder.isAccessibilityElement = false
        placeholder.translatesAutoresizingMaskIntoConstraints = false
        textView.addSubview(placeholder)
        NSLayoutConstraint.activate([
            placeholder.topAnchor.constraint(equalTo: textView.topAnchor, constant: 8),
            placeholder.leadingAnchor.constraint(equalTo: textView.leadingAnchor, constant: 5),
            placeholder.widthAnchor.constraint(equalTo: textView.widthAnchor, constant: -10),
        ])
    }

    func render() {
        let text = form.text(of: field)
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
    }

    func textViewDidEndEditing(_ textView: UITextView) {
        form.setText(textView.text, for: field)
        form.endEditing(field)
        render()
    }
}
