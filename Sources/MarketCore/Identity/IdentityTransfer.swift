internal import MarketModels

/// The use case of giving a browser's identity to another browser, by a one-time link or in an encrypted file.
///
/// An identity is the identifier under which a browser lists, and the secret of its rights. It has no passwords.
public struct IdentityTransfer: Sendable {
    /// The time within which a link must be used.
    public static let linkLifetime = Duration.seconds(600)
    /// The bounds of a passphrase, in Unicode scalars of its composed form.
    public static let passphraseLength = 8...128

    private let links: any IdentityLinkStore
    private let signer: any TicketSigner
    private let cipher: any PassphraseCipher
    private let secrets: SecretQueue
    private let budget: ClientBudget

    /// - Parameters:
    ///   - signer: computes the digests of links.
    ///   - secrets: the queue in which keys are derived, like other hashes.
    ///   - budget: the limit on files, encrypted or decrypted.
    public init(
        links: any IdentityLinkStore,
        signer: any TicketSigner,
        cipher: any PassphraseCipher,
        secrets: SecretQueue,
        budget: ClientBudget
    ) {
        self.links = links
        self.signer = signer
        self.cipher = cipher
        self.secrets = secrets
        self.budget = budget
    }

    // MARK: Links

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
        let contents = try IdentityFile.contents(of: identity)
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
        return IdentityFile.identity(in: try await encrypted(contents, with: token))
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

    // MARK: Files

    /// Encrypts an identity.
    ///
    /// - Returns: the text of the file, or why there is none.
    public func makeFile(
        of identity: BrowserIdentity,
        passphrase: String,
        from client: ClientAddress
    ) async throws(MarketError) -> Result<String, IdentityFileProblem> {
        guard let passphrase = Self.usable(passphrase) else { return .failure(.passphraseLength) }
        let contents = try IdentityFile.contents(of: identity)
        let sealed = try await budget.spending(for: client) { () throws(MarketError) in
            try await secrets.perform(for: client) { () throws(MarketError) in
                try await cipher.seal(contents, with: passphrase)
            }
        }
        return .success(IdentityFile.text(of: sealed))
    }

    /// Decrypts a file.
    ///
    /// - Returns: its identity, or why there is none.
    public func open(
        _ file: String,
        passphrase: String,
        from client: ClientAddress
    ) async throws(MarketError) -> Result<BrowserIdentity, IdentityFileProblem> {
        guard let sealed = IdentityFile.sealedBytes(in: file) else { return .failure(.unreadable) }
        guard let passphrase = Self.usable(passphrase) else { return .failure(.wrongPassphrase) }
        let outcome: OpenedBytes
        do throws(MarketError) {
            outcome = try await budget.spending(for: client) { () throws(MarketError) in
                try await secrets.perform(for: client) { () throws(MarketError) in
                    try await cipher.open(sealed, with: passphrase)
                }
            }
        } catch .tooManyRequests(let seconds) {
            throw .tooManyAttempts(retryAfterSeconds: seconds)
        }
        switch outcome {
        case .opened(let contents):
            return IdentityFile.identity(in: contents).map { .success($0) } ?? .failure(.unreadable)
        case .wrongPassphrase: return .failure(.wrongPassphrase)
        case .malformed: return .failure(.unreadable)
        }
    }

    /// Returns the composed form of a passphrase, because keyboards differ; nil if its length is out of bounds.
    private static func usable(_ passphrase: String) -> String? {
        guard passphrase.utf8.count <= 16 * passphraseLength.upperBound else { return nil }
        let normalized = SecretNormalization.normalized(passphrase)
        return passphraseLength.contains(normalized.unicodeScalars.count) ? normalized : nil
    }
}
