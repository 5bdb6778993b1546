import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The form of a new listing or an edit: the strip of pictures, and the fields below it.
///
/// It ends above the keyboard, so that the field in use is never behind it.
final class FormViewController: ViewController {
    /// The rows in the order of the form.
    private(set) var rows: [any FieldRow] = []
    /// A view above the pictures, such as a message about the whole form.
    let banner = BannerView()
    let strip: PictureStripViewController

    private let form: any ListingForm
    private let language: Language
    private let categories: MarketCategories?
    private let column = ColumnScrollView()
    private let pictureNotes: FieldNotes
    /// The height above the keyboard at the last layout.
    private var height = 0.0

    init(_ form: any ListingForm, session: MarketSession) {
        let interface = session.texts.interface
        self.form = form
        language = session.texts.language
        categories = session.dependencies.categories
        let pictures = FormPictureLoader(session.images)
        strip = PictureStripViewController(form, pictures: pictures, interface: interface)
        pictureNotes = FieldNotes(hint: nil)
        super.init(title: nil)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        rows = makeRows()
        column.fill(view)
        addChild(strip)
        for row in [banner, strip.view, pictureNotes] + rows as [UIView?] {
            if let row { column.stack.addArrangedSubview(row) }
        }
        strip.didMove(toParent: self)
        observeModels()
        Task { [categories] in await categories?.load() }
    }

    private func makeRows() -> [any FieldRow] {
        let interface = InterfaceTexts(language: language)
        return form.fields.map { field in
            if let choices = FieldChoices(field, language: language, categories: categories) {
                return ChoiceRow(field, choices, of: form, interface: interface)
            }
            if field == .description {
                return TextViewRow(field, of: form, interface: interface) { [weak self] in
                    // The text may have grown by a line.
                    self?.view.layoutIfNeeded()
                    self?.showFocus()
                }
            }
            return TextFieldRow(field, of: form, interface: interface) { [weak self] in self?.goOn(from: $0) }
        }
    }

    override func render() {
        for row in rows {
            row.render()
            // A market without categories has nothing to choose from.
            if row.field == .category { row.isHidden = hasNoCategories && form.typed[.category].isEmpty }
        }
        let problem = form.problem(for: .images) ?? form.leftOut
        pictureNotes.hint =
            form.pendingImageCount > 0
            ? AppTexts(language: language)[.picturesPending]
            : InterfaceTexts(language: language)[.imageLimit(ListingRules.maximumImageCount)]
        pictureNotes.render(problem: problem, count: nil)
    }

    private var hasNoCategories: Bool {
        guard let categories, case .loaded(let choices) = categories.state else { return categories == nil }
        return choices.isEmpty
    }

    // MARK: Moving between fields

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        guard column.bounds.height != height else { return }
        height = column.bounds.height
        // The keyboard has appeared or changed, or the phone was turned.
        showFocus()
    }

    /// Scrolls to what is being typed.
    private func showFocus() {
        guard let row = rows.first(where: { $0.textInput?.isFirstResponder ?? false }) else { return }
        column.scrollRectToVisible(row.focusView.convert(row.focus, to: column), animated: false)
    }

    /// Moves to the next typed field, or closes the keyboard after the last one.
    private func goOn(from field: ListingField) {
        let typed = rows.filter { $0.textInput != nil }
        guard let index = typed.firstIndex(where: { $0.field == field }), index + 1 < typed.count else {
            view.endEditing(true)
            return
        }
        typed[index + 1].textInput?.becomeFirstResponder()
    }

    /// Scrolls to the first problem, and moves the focus of VoiceOver there.
    func showFirstProblem() {
        let first = rows.first { form.problem(for: $0.field) != nil }
        let target: UIView = form.problem(for: .images) == nil ? first ?? banner : pictureNotes
        column.show(target, animated: true)
        UIAccessibility.post(notification: .layoutChanged, argument: first?.textInput ?? target)
    }
}
