public import MarketModels

/// Where one of the pictures that a product is to show comes from.
public enum PictureSource: Hashable, Sendable {
    /// The product has it already.
    case existing(Picture.ID)
    /// It is kept, from a form that was refused.
    case draft(NewPicture)
    /// It comes with the request: which of its images, from 0.
    case upload(Int)

    /// What a fingerprint of a request says of it. It is kept for a day, also across an upgrade, so it must never change.
    var fingerprintText: String {
        switch self {
        case .existing(let id): "existing(\(id.rawValue))"
        case .draft(let picture): "draft(\(picture.name.hexDigits))"
        case .upload(let index): "upload(\(index))"
        }
    }

    /// All images of a request, in their order.
    static func all(_ images: [UploadedImage]) -> [PictureSource] { images.indices.map { .upload($0) } }
}
