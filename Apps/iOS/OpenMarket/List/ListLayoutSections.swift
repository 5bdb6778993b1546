import MarketClient
import MarketViewModels
import UIKit

/// The rows or cards of a list.
@MainActor
enum ListLayoutSections {
    /// The width that a card has at least: two of them fit on an upright phone and four on one on its side.
    private static let cardWidth = 190.0
    private static let rowHeight = 120.0
    /// The height of the texts under the picture of a card.
    private static let cardTextsHeight = 96.0
    private static let messageHeight = 64.0

    static func products(_ layout: ListLayout, _ environment: any NSCollectionLayoutEnvironment)
        -> NSCollectionLayoutSection
    {
        switch layout {
        case .list: list(height: rowHeight)
        case .grid: grid(environment)
        }
    }

    static func message() -> NSCollectionLayoutSection { list(height: messageHeight) }

    /// Returns the number of cards beside each other. Large texts need more room.
    static func columns(width: Double, _ traits: UITraitCollection) -> Int {
        let usual = max(2, Int(width / cardWidth))
        return traits.preferredContentSizeCategory.isAccessibilityCategory ? max(1, usual / 2) : usual
    }

    private static func list(height: Double) -> NSCollectionLayoutSection {
        let size = NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(height))
        let item = NSCollectionLayoutItem(layoutSize: size)
        return NSCollectionLayoutSection(group: .horizontal(layoutSize: size, subitems: [item]))
    }

    private static func grid(_ environment: any NSCollectionLayoutEnvironment) -> NSCollectionLayoutSection {
        let width = environment.container.effectiveContentSize.width
        let count = columns(width: width, environment.traitCollection)
        let height = width / Double(count) + cardTextsHeight
        let item = NSCollectionLayoutItem(
            layoutSize: NSCollectionLayoutSize(
                widthDimension: .fractionalWidth(1 / Double(count)),
                heightDimension: .estimated(height)
            )
        )
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: NSCollectionLayoutSize(
                widthDimension: .fractionalWidth(1),
                heightDimension: .estimated(height)
            ),
            repeatingSubitem: item,
            count: count
        )
        group.interItemSpacing = .fixed(12)
        let section = NSCollectionLayoutSection(group: group)
        section.interGroupSpacing = 16
        section.contentInsets = NSDirectionalEdgeInsets(top: 8, leading: 16, bottom: 8, trailing: 16)
        return section
    }
}

/// The size of the pictures in rows and cards. Loading and prefetching must use the same, or a picture is decoded twice.
@MainActor
enum ListPictureSize {
    /// The side of the picture of a row, in points.
    static let row = 96.0

    static func pixels(_ layout: ListLayout, in view: UICollectionView) -> PixelSize {
        let traits = view.traitCollection
        let side =
            switch layout {
            case .list where traits.preferredContentSizeCategory.isAccessibilityCategory: view.bounds.width
            case .list: row
            case .grid: view.bounds.width / Double(ListLayoutSections.columns(width: view.bounds.width, traits))
            }
        return PixelSize(filling: side, traits)
    }
}

extension PixelSize {
    /// Creates the size of a picture that fills a square.
    ///
    /// - Parameter side: the side of the square in points.
    init(filling side: Double, _ traits: UITraitCollection) {
        let pixels = Int(side * traits.displayScale)
        self.init(width: pixels, height: pixels, mode: .fill)
    }
}
