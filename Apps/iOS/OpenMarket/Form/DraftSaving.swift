import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The screen of a form that is saved on the device when the app goes into the background, and sent again when sending was
/// cut off there.
@MainActor
protocol DraftSaving: UIViewController {
    associatedtype Model: ListingForm

    var model: Model { get }
    var form: FormViewController { get }
    var language: Language { get }
    /// What sends the form; nil if nothing is being sent.
    var sending: Task<Void, Never>? { get set }
    /// Whether the form couldn't be sent, or not completely.
    var hasProblem: Bool { get }
    /// Whether it was sent, and the screen closes by itself or once the user has read what it says.
    var hasFinished: Bool { get }
}

extension DraftSaving {
    /// Whether the form says something that nobody has read yet, now or soon.
    var staysInFront: Bool { sending != nil || hasFinished }

    /// Saves what was typed, for an app that goes into the background.
    func saveDraft() async {
        form.endTyping()
        await model.saveDraft()
    }

    func appDidEnterBackground() { model.appDidEnterBackground() }
    func appWillEnterForeground() { send { await $0.appWillEnterForeground() } }

    /// - Parameter body: sends the form, and returns whether it did.
    func send(_ body: @escaping @MainActor (Model) async -> Bool) {
        let earlier = sending
        sending = Task {
            let hasSent = await body(model)
            // What was being sent when the app came back goes on.
            await earlier?.value
            sending = nil
            if hasSent, hasProblem { form.showFirstProblem() }
        }
    }

    /// Closes the form. What was typed is kept as a draft, so that nothing has to be asked.
    func close() {
        Task {
            await saveDraft()
            presentingViewController?.dismiss(animated: true)
            await closeDraft()
        }
    }

    /// Keeps what loads chosen pictures after the form was closed, until they are in the draft, too.
    func closeDraft() async { await model.closeDraft() }

    /// Asks whether to go on with what was left unfinished.
    ///
    /// - Parameter didDiscard: called when it was thrown away.
    func ask(_ question: String, didDiscard: @escaping @MainActor () async -> Void = {}) {
        // Nothing is shown above what isn't in the window yet.
        guard view.window != nil, presentedViewController == nil else { return }
        let alert = UIAlertController(title: nil, message: question, preferredStyle: .alert)
        let interface = InterfaceTexts(language: language)
        let goOn = UIAlertAction(title: interface[.continueDraft], style: .default) { [model] _ in
            model.restoreDraft()
        }
        alert.addAction(goOn)
        alert.addAction(
            UIAlertAction(title: AppTexts(language: language)[.discardDraft], style: .destructive) { [model] _ in
                Task {
                    await model.discardDraft()
                    await didDiscard()
                }
            }
        )
        alert.preferredAction = goOn
        present(alert, animated: true)
    }
}
