import MarketModels
import MarketTexts
import MarketViewModels
import UIKit

/// Asks for the password of a product and deletes it. After the confirmation, it returns to the list, which no longer
/// has the product.
@MainActor
final class DeletionFlow {
    private let model: DeletionModel
    private let session: MarketSession
    private weak var navigation: UINavigationController?
    private weak var presenter: UIViewController?

    init(_ id: Product.ID, name: String, session: MarketSession) {
        self.session = session
        model = DeletionModel(
            id,
            name: name,
            service: session.client,
            keyring: session.keyring,
            recentSecrets: session.dependencies.recentSecrets,
            language: session.dependencies.language
        ) { [session] in session.report($0) }
    }

    /// Shows the question over the screen of the product.
    func start(from presenter: UIViewController) {
        let question = PasswordViewController(
            .deletion(session.texts.interface, isKnown: model.recentSecret != nil),
            language: session.dependencies.language,
            known: { [model] in model.recentSecret },
            // The screen keeps the flow until it is closed.
            check: { password in await self.delete(with: password) },
            cancel: { [model] in model.cancel() }
        )
        let navigation = UINavigationController(rootViewController: question)
        self.navigation = navigation
        self.presenter = presenter
        presenter.present(navigation, animated: true)
    }

    private func delete(with password: String) async -> String? {
        await model.delete(with: password)
        switch model.state {
        case .awaitingPassword(.some): return model.sentence
        case .gone: confirm()
        case .awaitingPassword(nil), .deleting, .closed: break
        }
        return nil
    }

    private func confirm() {
        guard let navigation else { return model.acknowledge() }
        let alert = UIAlertController(model.sentence, okay: session.texts.interface[.okay]) {
            [model, presenter, weak navigation] in
            navigation?.presentingViewController?.dismiss(animated: true)
            presenter?.navigationController?.popViewController(animated: true)
            model.acknowledge()
        }
        navigation.present(alert, animated: true)
    }
}
