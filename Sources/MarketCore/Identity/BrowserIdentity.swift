public import MarketModels

/// What another browser receives of a browser: the identifier under which it lists, and the secret of its rights. It has
/// no passwords.
public struct BrowserIdentity: Hashable, Sendable {
    /// The identifier under which the browser lists.
    public let identifier: VendorIdentifier
    /// The secret from which the browser's rights are derived.
    public let key: BrowserKey

    public init(identifier: VendorIdentifier, key: BrowserKey) {
        self.identifier = identifier
        self.key = key
    }
}
