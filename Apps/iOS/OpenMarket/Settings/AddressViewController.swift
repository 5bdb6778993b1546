import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// Changes the address of the market, once a market answers there.
final class AddressViewController: ViewController {
    let textField = UITextField.rounded()
    let button = UIButton(configuration: .filled())

    private let model: AddressModel
    private let language: Language
    private let didChange: (URL) -> Void
    private let notes: FieldNotes
    private let spinner = UIActivityIndicatorView(style: .medium)

    /// - Parameters:
    ///   - advice: what to say below the field.
    ///   - didChange: called with the address of another market.
    init(
        _ model: AddressModel,
        language: Language,
        advice: String? = nil,
        didChange: @escaping (URL) -> Void
    ) {
        let app = AppTexts(language: language)
        self.model = model
        self.language = language
        self.didChange = didChange
        notes = FieldNotes(hint: advice ?? app[.marketAddressHint])
        super.init(title: app[.marketAddress])
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        configureField()
        button.configuration?.title = InterfaceTexts(language: language)[.apply]
        button.on(.primaryActionTriggered) { [weak self] in self?.check() }
        button.heightAnchor.constraint(greaterThanOrEqualToConstant: 44).isActive = true
        let caption = UILabel(caption: AppTexts(language: language)[.marketAddress])
        ColumnScrollView([caption, textField, notes, button, spinner], spacing: 8).fill(view)
        observeModels()
    }

    private func configureField() {
        textField.keyboardType = .URL
        textField.textContentType = .URL
        textField.autocapitalizationType = .none
        textField.autocorrectionType = .no
        textField.returnKeyType = .go
        textField.text = model.text
        textField.placeholder = "market.example"
        textField.accessibilityLabel = AppTexts(language: language)[.marketAddress]
        textField.on(.editingChanged) { [weak self] in
            guard let self else { return }
            model.text = textField.text ?? ""
        }
        textField.on(.editingDidEndOnExit) { [weak self] in self?.check() }
    }

    override func render() {
        let isChecking = model.state == .checking
        button.isEnabled = !isChecking
        if isChecking { spinner.startAnimating() } else { spinner.stopAnimating() }
        if case .failed(let sentence) = model.state {
            notes.render(problem: sentence, count: nil)
            UIAccessibility.post(notification: .announcement, argument: sentence)
        } else {
            notes.render(problem: nil, count: nil)
        }
    }

    private func check() {
        // Whoever has left the screen meanwhile keeps their market.
        Task { [weak self, model] in
            await model.check()
            if case .found(let url, _) = model.state { self?.didChange(url) }
        }
    }
}
