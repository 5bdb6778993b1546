/// The identifier of an iOS app: its team, ten capital letters and digits, and its bundle identifier.
public struct AppIdentifier: Hashable, Sendable {
    public let text: String

    /// Reads an identifier such as `A1B2C3D4E5.example.market`; nil if the text is none.
    public init?(_ text: String) {
        guard text.wholeMatch(of: /[A-Z0-9]{10}(\.[A-Za-z0-9-]+)+/) != nil, text.utf8.count <= 166 else { return nil }
        self.text = text
    }
}
