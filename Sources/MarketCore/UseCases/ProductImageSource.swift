public import MarketModels

/// The source of an image that a product is to show.
public enum ProductImageSource: Hashable, Sendable {
    /// An image that the product has already.
    case existing(ProductImage.ID)
    /// A stored image from a form that was rejected.
    case draft(NewImage)
    /// An image of the request, by its index from 0.
    case upload(Int)

    /// The representation in a request's fingerprint. Fingerprints are stored for a day, also across an upgrade, so it
    /// must never change.
    var fingerprintText: String {
        switch self {
        case .existing(let id): "existing(\(id.rawValue))"
        case .draft(let image): "draft(\(image.name.hexDigits))"
        case .upload(let index): "upload(\(index))"
        }
    }

    /// Returns the sources of all images of a request, in order.
    static func all(_ images: [UploadedImage]) -> [ProductImageSource] { images.indices.map { .upload($0) } }
}
