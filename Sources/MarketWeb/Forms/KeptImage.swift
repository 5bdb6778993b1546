/// An image in a form that needs no upload: one of the product, or one from an earlier submission of the form.
public struct KeptImage: Hashable, Sendable {
    /// The token that the form sends to keep the image.
    public let token: String
    public let thumbnailURL: String

    public init(token: String, thumbnailURL: String) {
        self.token = token
        self.thumbnailURL = thumbnailURL
    }
}
