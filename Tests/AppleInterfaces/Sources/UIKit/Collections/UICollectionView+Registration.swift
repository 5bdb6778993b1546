import CoreGraphics
import Foundation

extension UICollectionView {
    public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void

        let key = UUID()
        let handler: Handler

        @MainActor
        public init(handler: @escaping Handler) { self.handler = handler }
    }

    public func dequeueConfiguredReusableCell<Cell, Item>(
        using registration: CellRegistration<Cell, Item>,
        for indexPath: IndexPath,
        item: Item?
    ) -> Cell where Cell: UICollectionViewCell {
        let cell: Cell
        if let current = reconfigured as? Cell, current.reuseKey == AnyHashable(registration.key) {
            cell = current
        } else if let used = unused[registration.key]?.popLast() as? Cell {
            used.isSelected = false
            used.prepareForReuse()
            cell = used
        } else {
            cell = CellFactories.make(Cell.self)
            cell.reuseKey = registration.key
        }
        if let item { registration.handler(cell, indexPath, item) }
        return cell
    }
}

/// Makes cells of the app's classes, which UIKit makes by their Objective-C initializers. Tests register how.
@MainActor
package enum CellFactories {
    private static var factories: [ObjectIdentifier: () -> UICollectionReusableView] = [:]

    package static func register<Cell: UICollectionReusableView>(_ type: Cell.Type, make: @escaping () -> Cell) {
        factories[ObjectIdentifier(type)] = make
    }

    static func make<Cell: UICollectionReusableView>(_ type: Cell.Type) -> Cell {
        guard let cell = factories[ObjectIdentifier(type)]?() as? Cell else {
            preconditionFailure("no factory was registered for \(type)")
        }
        return cell
    }
}
