public import Foundation
public import MarketAPI
public import MarketClient
import MarketModels

/// An image in a form: one that the product has, or one to upload.
public enum FormImage: Hashable, Sendable, Identifiable {
    /// An image of the product. The form of a new listing has none.
    case kept(ListedImage)
    /// An image to upload.
    case added(AddedImage)

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

    /// The image to upload, or nil for an image of the product.
    public var upload: ImageUpload? { added?.upload }

    var kept: ListedImage? {
        guard case .kept(let image) = self else { return nil }
        return image
    }

    var added: AddedImage? {
        guard case .added(let image) = self else { return nil }
        return image
    }
}

/// An image that the user has selected.
public struct AddedImage: Hashable, Sendable, Identifiable {
    /// The identity of the image in the form; the same file may be selected twice.
    public let id: UUID
    /// The image to upload.
    public let upload: ImageUpload

    /// Creates an image with a new identity.
    public init(_ upload: ImageUpload, id: UUID = UUID()) {
        self.id = id
        self.upload = upload
    }
}

extension [FormImage] {
    /// Moves an image, for drag and drop and for the keyboard.
    ///
    /// - Parameters:
    ///   - id: The image.
    ///   - place: The new index, clamped to the valid range.
    mutating func move(_ id: FormImage.ID, to place: Int) {
        guard let from = firstIndex(where: { $0.id == id }) else { return }
        let image = remove(at: from)
        insert(image, at: Swift.min(Swift.max(0, place), count))
    }

    /// Appends images up to a maximum count.
    ///
    /// - Returns: The number of images that were left out.
    mutating func add(_ uploads: [ImageUpload], upTo maximum: Int) -> Int {
        let accepted = uploads.prefix(Swift.max(0, maximum - count))
        append(contentsOf: accepted.map { .added(AddedImage($0)) })
        return uploads.count - accepted.count
    }
}
