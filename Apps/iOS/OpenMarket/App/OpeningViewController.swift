import UIKit

/// What shows while the stored identity and favorites are read, like the launch screen before it.
final class OpeningViewController: UIViewController {
    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
    }
}
