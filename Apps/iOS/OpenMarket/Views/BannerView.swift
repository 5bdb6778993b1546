import UIKit

/// A message about the whole screen, at its top. VoiceOver reads it when it appears.
final class BannerView: View {
    private let label = UILabel(.body)

    init() {
        super.init(frame: .zero)
        isHidden = true
        backgroundColor = .secondarySystemBackground
        layer.cornerRadius = 8
        fill(with: label, inset: 12)
    }

    /// The message, or nil for none.
    var message: String? {
        get { isHidden ? nil : label.text }
        set {
            guard newValue != message else { return }
            isHidden = newValue == nil
            label.text = newValue
            if let newValue { UIAccessibility.post(notification: .announcement, argument: newValue) }
        }
    }
}

/// A message above what is shown nevertheless, with a button to try again. VoiceOver reads it when it appears.
final class NoticeView: StackView {
    private let banner = BannerView()

    init(retryTitle: String, retry: @escaping () -> Void) {
        super.init([banner, UIButton(retryTitle, perform: retry)], spacing: 8)
        isHidden = true
    }

    /// The message, or nil for none.
    var message: String? {
        get { banner.message }
        set {
            banner.message = newValue
            isHidden = newValue == nil
        }
    }
}
