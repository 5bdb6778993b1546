import MarketTexts
import MarketViewModels
import UIKit

/// Asks once for the password of a listing whose state is to be changed, and then does what was tapped.
@MainActor
struct StatePasswordQuestion {
    private let session: MarketSession

    init(_ session: MarketSession) {
        self.session = session
    }

    func ask(for listing: ListingStateModel, from presenter: UIViewController) {
        let question = PasswordViewController(
            .state(listing.message ?? "", session.texts.interface),
            language: session.dependencies.language
        ) { [weak presenter] password in
            await listing.perform(with: password)
            if case .awaitingPassword = listing.step { return listing.message }
            // What has happened is said in the row of the listing.
            presenter?.dismiss(animated: true)
            return nil
        } cancel: {
            listing.dismiss()
        }
        presenter.present(UINavigationController(rootViewController: question), animated: true)
    }
}
