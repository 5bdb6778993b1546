import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// Asks for the password of a product, and then shows the form for its changes, so that nobody enters changes that
/// can't be saved.
@MainActor
final class EditFlow {
    private let model: EditModel
    private let session: MarketSession
    private weak var navigation: UINavigationController?

    init(_ id: Product.ID, session: MarketSession) {
        self.session = session
        model = EditModel(
            id,
            service: session.client,
            keyring: session.keyring,
            language: session.dependencies.language,
            drafts: session.drafts,
            recentSecrets: session.dependencies.recentSecrets
        )
    }

    /// Shows the question over the screen of the product.
    func start(from presenter: UIViewController) {
        let question = PasswordViewController(
            .edit(session.texts, isKnown: model.recentSecret != nil),
            language: session.dependencies.language,
            known: { [model] in model.recentSecret },
            // The screen keeps the flow until it is closed.
            check: { password in await self.check(password) },
            cancel: { [model] in model.cancel() }
        )
        let navigation = UINavigationController(rootViewController: question)
        self.navigation = navigation
        presenter.present(navigation, animated: true)
    }

    /// Goes on with changes that were being saved when the app was ended. They are shown unless they had arrived.
    func resume(from tabs: MarketTabsController) async {
        guard await model.restoreInFlight(), tabs.presentedViewController == nil else { return }
        if model.form?.hasChanges == true {
            let screen = EditViewController(model, session: session)
            tabs.present(UINavigationController(rootViewController: screen), animated: true) { screen.submit() }
        } else {
            await model.save()
            if let change = model.change { session.report(change) }
            tabs.showProduct(model.id, known: nil)
        }
    }

    private func check(_ password: String) async -> String? {
        await model.check(password)
        switch model.state {
        case .awaitingPassword: return model.failure
        case .editing: showForm()
        case .gone: leave()
        case .checking, .saved: break
        }
        return nil
    }

    private func showForm() {
        navigation?.setViewControllers([EditViewController(model, session: session)], animated: true)
    }

    private func leave() {
        guard let navigation else { return }
        let alert = UIAlertController(model.failure, okay: session.texts.interface[.okay]) {
            [session, model, weak navigation] in
            navigation?.presentingViewController?.dismiss(animated: true)
            if let change = model.change { session.report(change) }
        }
        navigation.present(alert, animated: true)
    }
}
