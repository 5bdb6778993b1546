import UIKit

@testable import OpenMarket

/// How the cells of the forms and of the lists of this device are made.
@MainActor
func registerFormCells() {
    CellFactories.register(AddPictureCell.self) { AddPictureCell(frame: .zero) }
    CellFactories.register(FormPictureCell.self) { FormPictureCell(frame: .zero) }
    CellFactories.register(MyListingCell.self) { MyListingCell(frame: .zero) }
    CellFactories.register(SavedProductCell.self) { SavedProductCell(frame: .zero) }
    CellFactories.register(UICollectionViewListCell.self) { UICollectionViewListCell(frame: .zero) }
}
