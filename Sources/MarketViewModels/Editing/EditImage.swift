public import Foundation
public import MarketAPI
import MarketModels

/// An image in the form of an edit: an existing one of the product, or an added one.
public enum EditImage: Hashable, Sendable, Identifiable {
    /// An image of the product.
    case kept(ListedImage)
    /// An image to upload.
    case added(FormImage)

    /// The identity of an image in the form.
    public enum ID: Hashable, Sendable {
        /// The number of the product's image.
        case kept(Int64)
        /// The identity of the added image.
        case added(UUID)
    }

    /// The identity of the image.
    public var id: ID {
        switch self {
        case .kept(let image): .kept(image.id.rawValue)
        case .added(let image): .added(image.id)
        }
    }

    var kept: ListedImage? {
        guard case .kept(let image) = self else { return nil }
        return image
    }

    var added: FormImage? {
        guard case .added(let image) = self else { return nil }
        return image
    }
}
