import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The seller's contact, which is asked for only on demand: then its numbers, addresses and links can be used and
/// copied.
final class ContactView: StackView {
    private let texts: ScreenTexts
    private let showButton: UIButton
    private let label = UILabel(.body)
    private let parts = StackView(spacing: 8)
    private var shown: String?

    /// - Parameter ask: loads the contact.
    init(_ texts: ScreenTexts, ask: @escaping () -> Void) {
        self.texts = texts
        showButton = UIButton(texts.interface[.showContact], perform: ask)
        super.init([showButton, label, parts], spacing: 8)
    }

    func show(_ contact: ContactState, _ sentence: (MarketClientError) -> String) {
        showButton.isEnabled = contact != .loading
        showButton.configuration?.showsActivityIndicator = contact == .loading
        var text: String?
        switch contact {
        case .hidden, .loading: text = nil
        case .shown(let given): text = given
        case .notGiven: text = texts.interface[.noContact]
        case .limited(let seconds): text = ErrorTexts(language: texts.language)[.tooManyRequests(seconds: seconds)]
        case .failed(let error): text = sentence(error)
        }
        label.show(text)
        if case .shown(let given) = contact {
            showButton.isHidden = true
            showParts(of: given)
        } else {
            showButton.isHidden = contact == .notGiven
            showParts(of: "")
        }
    }

    private func showParts(of contact: String) {
        guard contact != shown else { return }
        shown = contact
        for view in parts.arrangedSubviews { view.removeFromSuperview() }
        for part in ContactReader.parts(of: contact) where part.kind != .text {
            parts.addArrangedSubview(ContactPartView(part, texts))
        }
        parts.isHidden = parts.arrangedSubviews.isEmpty
    }
}
