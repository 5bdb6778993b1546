import MarketClient
import MarketViewModels
import UIKit

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
        let pixels = Int(side * traits.displayScale)
        return PixelSize(width: pixels, height: pixels, mode: .fill)
    }
}
