public import MarketModels

/// Where one of the pictures that a product is to show comes from.
public enum PictureSource: Hashable, Sendable {
    /// The product has it already.
    case existing(Picture.ID)
    /// It is kept, from a form that was refused.
    case draft(NewPicture)
    /// It comes with the request: which of its images, from 0.
    case upload(Int)

    /// All images of a request, in their order.
    static func all(_ images: [UploadedImage]) -> [PictureSource] { images.indices.map { .upload($0) } }
}
