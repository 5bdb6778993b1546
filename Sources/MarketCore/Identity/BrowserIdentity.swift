import Foundation
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

extension BrowserIdentity {
    /// How an identity is stored, encrypted, until its link is used.
    private struct Contents: Codable {
        let identifier: String
        /// The secret of the browser's rights.
        let rights: String
    }

    func encoded() throws(MarketError) -> [UInt8] {
        do {
            return [UInt8](try JSONEncoder().encode(Contents(identifier: identifier.text, rights: key.text)))
        } catch {
            throw .unavailable(reason: "an identity can't be encoded: \(error.explanation)")
        }
    }

    init?(encoded contents: [UInt8]) {
        guard let contents = try? JSONDecoder().decode(Contents.self, from: Data(contents)),
            let identifier = VendorIdentifier(contents.identifier), let key = BrowserKey(contents.rights)
        else { return nil }
        self.init(identifier: identifier, key: key)
    }
}
