import UIKit

@testable import OpenMarket

/// How the cells of the app are made.
@MainActor
func registerCells() {
    CellFactories.register(UICollectionViewCell.self) { UICollectionViewCell(frame: .zero) }
    registerFormCells()
    CellFactories.register(ProductCell.self) { ProductCell(frame: .zero) }
    CellFactories.register(PlaceholderCell.self) { PlaceholderCell(frame: .zero) }
    CellFactories.register(ListMessageCell.self) { ListMessageCell(frame: .zero) }
    CellFactories.register(GalleryCell.self) { GalleryCell(frame: .zero) }
}
