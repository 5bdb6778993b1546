import Foundation
import MarketModels

/// The file in which a browser's identity is saved: one line of ASCII, so that it survives messengers and clipboards.
///
/// It is `open-market-identity-1:`, which names the version of the format, and base64 of a JSON object that a
/// ``PassphraseCipher`` has encrypted.
enum IdentityFile {
    /// The maximum size in bytes. A file has a few hundred.
    static let maximumByteCount = 4096
    private static let start = "open-market-identity-1:"

    /// The encrypted object. A later version may add keys.
    private struct Contents: Codable {
        let identifier: String
        /// The secret of the browser's rights.
        let rights: String
    }

    static func contents(of identity: BrowserIdentity) throws(MarketError) -> [UInt8] {
        do {
            return [UInt8](
                try JSONEncoder().encode(Contents(identifier: identity.identifier.text, rights: identity.key.text))
            )
        } catch {
            throw .unavailable(reason: "an identity can't be encoded: \(error.explanation)")
        }
    }

    /// Returns the identity in decrypted contents; nil if there is none.
    static func identity(in contents: [UInt8]) -> BrowserIdentity? {
        guard let contents = try? JSONDecoder().decode(Contents.self, from: Data(contents)),
            let identifier = VendorIdentifier(contents.identifier), let key = BrowserKey(contents.rights)
        else { return nil }
        return BrowserIdentity(identifier: identifier, key: key)
    }

    static func text(of sealed: [UInt8]) -> String { start + Data(sealed).base64EncodedString() + "\n" }

    /// Returns the encrypted bytes of a file; nil if it isn't one.
    static func sealedBytes(in text: String) -> [UInt8]? {
        guard text.utf8.count <= maximumByteCount else { return nil }
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.hasPrefix(start) else { return nil }
        return Data(base64Encoded: String(text.dropFirst(start.count))).map { [UInt8]($0) }
    }
}
