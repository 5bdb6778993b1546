import UIKit

// Base classes of what code creates. Swift wants `init(coder:)` in each subclass of UIKit's classes, but not in those of a
// class where it is unavailable.

/// The base of screens.
class ViewController: UIViewController {
    private var observation: ModelObservation?

    init(title: String?) {
        super.init(nibName: nil, bundle: nil)
        self.title = title
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("There is no storyboard.")
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
    }

    /// Calls ``render()`` now, and again whenever a model that it reads changes.
    func observeModels() {
        observation = ModelObservation { [weak self] in self?.render() }
    }

    /// Shows what the models have.
    func render() {}
}

class StackView: UIStackView {
    /// - Parameter spacing: the distance of the views, in points.
    init(_ views: [UIView] = [], axis: NSLayoutConstraint.Axis = .vertical, spacing: Double = 0) {
        super.init(frame: .zero)
        self.axis = axis
        self.spacing = spacing
        for view in views { addArrangedSubview(view) }
    }

    @available(*, unavailable)
    required init(coder: NSCoder) {
        fatalError("There is no storyboard.")
    }
}

class CollectionViewCell: UICollectionViewCell {
    override init(frame: CGRect) {
        super.init(frame: frame)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("There is no storyboard.")
    }
}

class View: UIView {
    override init(frame: CGRect) {
        super.init(frame: frame)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("There is no storyboard.")
    }
}

/// The base of screens with rows in groups.
class GroupedListController: UICollectionViewController {
    init(title: String) {
        let configuration = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
        super.init(collectionViewLayout: UICollectionViewCompositionalLayout.list(using: configuration))
        self.title = title
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) {
        fatalError("There is no storyboard.")
    }
}
