public import Foundation
public import MarketAPI
import MarketModels

/// A picture in the form of an edit: one that the product has, or one that was added.
public enum EditPicture: Hashable, Sendable, Identifiable {
    case kept(ListedImage)
    case added(FormPicture)

    public enum ID: Hashable, Sendable {
        case kept(Int64)
        case added(UUID)
    }

    public var id: ID {
        switch self {
        case .kept(let image): .kept(image.id.rawValue)
        case .added(let picture): .added(picture.id)
        }
    }

    var kept: ListedImage? {
        guard case .kept(let image) = self else { return nil }
        return image
    }

    var added: FormPicture? {
        guard case .added(let picture) = self else { return nil }
        return picture
    }
}
