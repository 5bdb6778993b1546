/// A picture that is there already: the product's own, or one of a form that was refused.
public struct KeptPicture: Hashable, Sendable {
    /// What the form sends to say that it stays.
    public let token: String
    public let thumbnailURL: String

    public init(token: String, thumbnailURL: String) {
        self.token = token
        self.thumbnailURL = thumbnailURL
    }
}
