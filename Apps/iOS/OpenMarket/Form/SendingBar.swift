import MarketModels
import MarketTexts
import UIKit

/// The progress of an upload with a button that cancels it, below a form.
final class SendingBar: StackView {
    private let progressView = UIProgressView(progressViewStyle: .default)
    private let label = UILabel(.footnote)
    private let cancelButton = UIButton(configuration: .plain())
    private let texts: AppTexts

    init(language: Language, cancel: @escaping () -> Void) {
        texts = AppTexts(language: language)
        let line = StackView([label, cancelButton], axis: .horizontal, spacing: 8)
        super.init([progressView, line], spacing: 4)
        isHidden = true
        isLayoutMarginsRelativeArrangement = true
        directionalLayoutMargins = NSDirectionalEdgeInsets(top: 8, leading: 16, bottom: 8, trailing: 16)
        backgroundColor = .secondarySystemBackground
        cancelButton.configuration?.title = InterfaceTexts(language: language)[.cancel]
        cancelButton.on(.primaryActionTriggered, perform: cancel)
    }

    /// Shows how much is sent.
    ///
    /// - Parameter fraction: 0 to 1; nil hides the bar.
    func show(_ fraction: Double?) {
        isHidden = fraction == nil
        guard let fraction else { return }
        progressView.isHidden = false
        progressView.progress = Float(fraction)
        label.text = fraction > 0 ? texts.progress(fraction) : texts[.sending]
    }

    /// Shows that something takes an unknown time.
    func show(waitingFor sentence: String) {
        isHidden = false
        progressView.isHidden = true
        label.text = sentence
    }
}
