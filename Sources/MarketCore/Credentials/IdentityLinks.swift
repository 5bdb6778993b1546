internal import Foundation
public import MarketModels

/// The use case of giving a browser's identity to another browser, by a one-time link.
public struct IdentityLinks: Sendable {
    /// The time within which a link must be used.
    public static let lifetime = Duration.seconds(600)

    let links: any IdentityLinkStore
    /// Computes the digests of links.
    let signer: TicketSigner

    /// Creates a link for an identity, and ends an earlier one of the same browser.
    ///
    /// - Parameter proof: that the browser holds the right for a product of the seller. An identifier alone is a name that
    ///   anybody can send.
    /// - Returns: the token of the link: 32 hexadecimal digits.
    public func makeLink(
        for identity: BrowserIdentity,
        provenBy proof: VendorProof,
        from client: ClientAddress
    ) async throws(MarketError) -> String {
        let token = String.randomToken()
        let contents = try identity.encoded()
        try await links.add(
            digest(of: token),
            contents: encrypted(contents, with: token),
            owner: signer.signature(for: Array("identity link of \(proof.browser.rawValue)".utf8)),
            from: client
        )
        return token
    }

    /// Returns the identity that a link gives, without using it.
    ///
    /// - Parameter browser: a secret that only this browser has; nil if it has none yet.
    /// - Returns: nil if the link has ended, or was used by another browser.
    public func identity(ofLink token: String, for browser: String?) async throws(MarketError) -> BrowserIdentity? {
        let contents = try await links.contents(of: digest(of: token), for: browser.map { digest(of: $0) })
        return identity(in: contents, token)
    }

    /// Uses a link, which ends it for all other browsers.
    ///
    /// - Parameter browser: a secret that only this browser has.
    /// - Returns: its identity; nil if the link has ended, or was used by another browser.
    public func redeem(_ token: String, for browser: String) async throws(MarketError) -> BrowserIdentity? {
        identity(in: try await links.take(digest(of: token), for: digest(of: browser)), token)
    }

    private func identity(in contents: [UInt8]?, _ token: String) -> BrowserIdentity? {
        contents.flatMap { BrowserIdentity(encoded: encrypted($0, with: token)) }
    }

    /// Encrypts or decrypts the contents of a link with a pad that nobody can compute without its token, which is random and
    /// used once.
    private func encrypted(_ contents: [UInt8], with token: String) -> [UInt8] {
        var pad: [UInt8] = []
        while pad.count < contents.count {
            pad += signer.signature(for: Array("identity link \(token) pad \(pad.count)".utf8))
        }
        return zip(contents, pad).map { $0 ^ $1 }
    }

    private func digest(of secret: String) -> [UInt8] {
        signer.signature(for: Array("identity link \(secret)".utf8))
    }
}

/// A store of one-time links with which another browser receives an identity. The nodes of one market share it.
///
/// It knows links by digests of their tokens, and identities encrypted with them, so that whoever reads it can use neither.
/// It may lose everything when its server crashes.
public protocol IdentityLinkStore: Sendable {
    /// Stores a link for ``IdentityLinks/lifetime``, and ends an earlier one of the same owner.
    ///
    /// Each address may have a limited number; one that has too many loses its oldest. When there are too many in total,
    /// the address with the most links loses its oldest.
    ///
    /// - Parameters:
    ///   - digest: the digest of the link's token.
    ///   - contents: the encrypted identity.
    ///   - owner: a digest of the key of the browser that gives its identity.
    func add(
        _ digest: [UInt8],
        contents: [UInt8],
        owner: [UInt8],
        from client: ClientAddress
    ) async throws(MarketError)

    /// Returns the contents of a link, or nil if the link is unknown, has expired, or was used by another browser.
    ///
    /// - Parameter browser: a digest that identifies the browser; nil if it has sent no form yet.
    func contents(of digest: [UInt8], for browser: [UInt8]?) async throws(MarketError) -> [UInt8]?

    /// Uses a link and returns its contents. Of concurrent calls from different browsers, only one gets them. The browser
    /// that has used the link may repeat that, because a response may get lost.
    func take(_ digest: [UInt8], for browser: [UInt8]) async throws(MarketError) -> [UInt8]?
}

/// What another browser receives of a browser: the identifier under which it lists, and the secret of its rights. It has
/// no passwords.
public struct BrowserIdentity: Hashable, Sendable {
    /// The identifier under which the browser lists.
    public let identifier: VendorIdentifier
    /// The secret by which the browser's rights are found.
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
