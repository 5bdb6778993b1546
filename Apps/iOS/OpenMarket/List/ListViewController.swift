import UIKit

/// The market's list.
final class ListViewController: UIViewController {
    private let session: MarketSession

    init(session: MarketSession) {
        self.session = session
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("made in code")
    }

    func savePosition() {}
}
