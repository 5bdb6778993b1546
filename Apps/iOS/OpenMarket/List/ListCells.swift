import Foundation
import MarketAPI
import MarketTexts
import MarketViewModels
import UIKit

/// Makes and fills the cells of a list.
@MainActor
final class ListCells {
    private unowned let collectionView: UICollectionView
    private let model: ProductListModel
    private let messageFor: (ListItem) -> ListMessage?
    private let product: UICollectionView.CellRegistration<ProductCell, ListedProduct>
    private let placeholder = UICollectionView.CellRegistration<PlaceholderCell, ListLayout> { cell, _, layout in
        cell.show(as: layout)
    }
    private let message = UICollectionView.CellRegistration<ListMessageCell, ListMessage> { cell, _, message in
        cell.show(message)
    }

    init(
        _ collectionView: UICollectionView,
        _ session: MarketSession,
        _ model: ProductListModel,
        message: @escaping (ListItem) -> ListMessage?
    ) {
        self.collectionView = collectionView
        self.model = model
        messageFor = message
        product = UICollectionView.CellRegistration { [unowned collectionView] cell, _, product in
            let isFavorite = model.isFavorite(product.id)
            let name: InterfaceString = isFavorite ? .removeFavorite : .addFavorite
            cell.show(
                model.row(of: product),
                as: model.layout,
                filling: ListPictureSize.pixels(model.layout, in: collectionView),
                from: session.images,
                isFavorite: isFavorite,
                favorite: UIAccessibilityCustomAction(name: session.texts.interface[name]) { _ in
                    Task { await model.toggleFavorite(product) }
                    return true
                }
            )
        }
    }

    /// - Parameter listed: the product of the item, if it stands for one.
    func cell(for item: ListItem, _ listed: ListedProduct?, at path: IndexPath) -> UICollectionViewCell {
        switch item {
        case .product: collectionView.dequeueConfiguredReusableCell(using: product, for: path, item: listed)
        case .placeholder:
            collectionView.dequeueConfiguredReusableCell(using: placeholder, for: path, item: model.layout)
        case .notice, .end:
            collectionView.dequeueConfiguredReusableCell(using: message, for: path, item: messageFor(item))
        }
    }
}
