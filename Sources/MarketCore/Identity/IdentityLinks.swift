/// The use case of giving a browser's identity to another browser, by a one-time link.
public struct IdentityLinks: Sendable {
    /// The time within which a link must be used.
    public static let lifetime = Duration.seconds(600)

    private let links: any IdentityLinkStore
    private let signer: any TicketSigner

    /// - Parameter signer: computes the digests of links.
    public init(links: any IdentityLinkStore, signer: any TicketSigner) {
        self.links = links
        self.signer = signer
    }

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
        var generator = SystemRandomNumberGenerator()
        let token = (generator.next() as UInt64).hexDigits + (generator.next() as UInt64).hexDigits
        let contents = try identity.encoded()
        try await links.add(
            try await digest(of: token),
            contents: try await encrypted(contents, with: token),
            owner: try await signer.signature(for: Array("identity link of \(proof.browser.rawValue)".utf8)),
            from: client
        )
        return token
    }

    /// Returns the identity that a link gives, without using it.
    ///
    /// - Parameter browser: a secret that only this browser has; nil if it has none yet.
    /// - Returns: nil if the link has ended, or was used by another browser.
    public func identity(ofLink token: String, for browser: String?) async throws(MarketError) -> BrowserIdentity? {
        let browser = if let browser { try await digest(of: browser) } else { [UInt8]?.none }
        let contents = try await links.contents(of: try await digest(of: token), for: browser)
        return try await identity(in: contents, token)
    }

    /// Uses a link, which ends it for all other browsers.
    ///
    /// - Parameter browser: a secret that only this browser has.
    /// - Returns: its identity; nil if the link has ended, or was used by another browser.
    public func redeem(_ token: String, for browser: String) async throws(MarketError) -> BrowserIdentity? {
        let contents = try await links.take(try await digest(of: token), for: try await digest(of: browser))
        return try await identity(in: contents, token)
    }

    private func identity(in contents: [UInt8]?, _ token: String) async throws(MarketError) -> BrowserIdentity? {
        guard let contents else { return nil }
        return BrowserIdentity(encoded: try await encrypted(contents, with: token))
    }

    /// Encrypts or decrypts the contents of a link with a pad that nobody can compute without its token, which is random and
    /// used once.
    private func encrypted(_ contents: [UInt8], with token: String) async throws(MarketError) -> [UInt8] {
        var pad: [UInt8] = []
        while pad.count < contents.count {
            pad += try await signer.signature(for: Array("identity link \(token) pad \(pad.count)".utf8))
        }
        return zip(contents, pad).map { $0 ^ $1 }
    }

    private func digest(of secret: String) async throws(MarketError) -> [UInt8] {
        try await signer.signature(for: Array("identity link \(secret)".utf8))
    }
}
