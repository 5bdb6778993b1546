/// An image in a form that needs no upload: one of the product, or one from an earlier submission of the form.
struct KeptImage: Hashable, Sendable {
    /// The token that the form sends to keep the image.
    let token: String
    let thumbnailURL: String
}
