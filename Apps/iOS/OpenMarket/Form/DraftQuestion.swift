import MarketTexts
import UIKit

/// The question whether to go on with what was left unfinished.
@MainActor
enum DraftQuestion {
    static func alert(
        _ question: String,
        _ texts: AppTexts,
        goOn: @escaping () -> Void,
        discard: @escaping () -> Void
    ) -> UIAlertController {
        let alert = UIAlertController(title: nil, message: question, preferredStyle: .alert)
        let interface = InterfaceTexts(language: texts.language)
        let goOnAction = UIAlertAction(title: interface[.continueDraft], style: .default) { _ in goOn() }
        alert.addAction(goOnAction)
        alert.addAction(UIAlertAction(title: texts[.discardDraft], style: .destructive) { _ in discard() })
        alert.preferredAction = goOnAction
        return alert
    }
}
