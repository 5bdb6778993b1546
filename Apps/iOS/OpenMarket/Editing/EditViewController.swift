import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// The form for the changes of a product. Values that the product has already are quiet, changed ones strong.
final class EditViewController: FormScreenController {
    let model: EditModel

    init(_ model: EditModel, session: MarketSession) {
        self.model = model
        super.init(model, session: session, title: .editListing, sendTitle: .save)
    }

    // MARK: Rendering

    override func render() {
        super.render()
        let hint = session.texts.interface[.unchangedHint]
        form.banner.message = model.failure ?? model.draftFailure ?? unknownContact ?? hint
        switch model.state {
        case .editing(_, .saving(let fraction)): sendingBar.show(fraction)
        case .editing(_, .verifying): sendingBar.show(waitingFor: session.texts.app[.verifying])
        case .editing(_, .writing): sendingBar.show(nil)
        case .editing(_, .conflict):
            sendingBar.show(nil)
            showConflict()
        case .saved: finish(sayAndClose)
        case .gone: finish(leave)
        case .awaitingPassword, .checking: break
        }
    }

    /// That the contact isn't known, so that an empty field doesn't look like one without a contact.
    private var unknownContact: String? {
        model.form?.baseContact == nil ? session.texts.app[.contactUnknown] : nil
    }

    private func showConflict() {
        guard presentedViewController == nil else { return }
        let conflict = ConflictViewController(model, session: session)
        present(UINavigationController(rootViewController: conflict), animated: true)
    }

    private func sayAndClose() {
        if let change = model.change { session.report(change) }
        guard let note = model.approvalNote else {
            presentingViewController?.dismiss(animated: true)
            return
        }
        say(note) { [weak self] in self?.presentingViewController?.dismiss(animated: true) }
    }

    private func leave() {
        say(model.failure) { [weak self] in
            guard let self else { return }
            presentingViewController?.dismiss(animated: true)
            if let change = model.change { session.report(change) }
        }
    }

    // MARK: Actions

    override var hasProblem: Bool {
        if case .editing(_, .writing(.some)) = model.state { true } else { false }
    }

    override func sendForm() async { await model.save() }
}
