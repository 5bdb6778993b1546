public import MarketModels

/// Proof that a client may see one product as its seller does, and do what its authority permits.
///
/// Functions that return a contact, a note or a hidden product take one, so a page that forgets the check doesn't compile.
/// Only ``SellerAuthenticator`` makes proofs, and nothing outside this file can.
public struct SellerProof: Hashable, Sendable {
    public let product: Product.ID
    public let authority: SellerAuthority
    /// The hash of the password that was presented, or nil of a right or a link. Another password ends what is issued for
    /// the proof.
    let secretHash: SecretHash?

    fileprivate init(_ product: Product.ID, _ authority: SellerAuthority, _ secretHash: SecretHash? = nil) {
        self.product = product
        self.authority = authority
        self.secretHash = secretHash
    }
}

/// Proof that a browser holds the right for at least one of a vendor's products.
///
/// An identifier is a name that anybody can send, and many sellers may share one. So this proof shows, beyond what everybody
/// sees, only those of the vendor's products for which the browser holds the right.
public struct VendorProof: Hashable, Sendable {
    public let vendor: Vendor.ID
    /// The browser, and whose rights count.
    public let browser: BrowserDigest
    public let owner: RightsOwner

    fileprivate init(_ vendor: Vendor.ID, _ proof: BrowserProof) {
        self.vendor = vendor
        browser = proof.browser
        owner = proof.owner
    }
}

/// Proof that the identifier under which a browser lists is its seller's, and not that of others who know it. Ending all other
/// browsers replaces it.
public struct IdentifierProof: Hashable, Sendable {
    public let identifier: VendorIdentifier
    public let seller: VendorProof
    /// What replaces it (``BrowserKey/successor(of:)``).
    public let successor: VendorIdentifier

    fileprivate init?(_ identifier: VendorIdentifier, of seller: VendorProof, by browser: BrowserKey) {
        guard let successor = browser.successor(of: identifier) else { return nil }
        self.identifier = identifier
        self.seller = seller
        self.successor = successor
    }
}

/// Proof that a browser holds rights, or has held some: it sees which others hold rights for the same products, and ends them.
public struct BrowserProof: Hashable, Sendable {
    public let browser: BrowserDigest
    /// To whom its rights belong.
    public let owner: RightsOwner

    fileprivate init(_ browser: BrowserDigest, _ owner: RightsOwner) {
        self.browser = browser
        self.owner = owner
    }
}

/// Checks what clients present (a password, a ticket, a right or a link) and makes the proofs.
///
/// The password alone authorises writes to an existing product (API.md, “Vendors, secrets, tokens”).
public struct SellerAuthenticator: Sendable {
    private let store: any ProductStore
    private let secrets: SecretQueue
    private let attempts: AttemptLimiter
    private let slowAttempts = SlowAttempts()
    private let remembered = RememberedSecrets()
    private let tickets: TicketFormat

    /// - Parameters:
    ///   - attempts: counts wrong passwords.
    ///   - clock: a clock that doesn't follow adjustments of the system clock while the market runs (``SteadyClock``).
    public init(
        store: any ProductStore,
        secrets: SecretQueue,
        attempts: AttemptLimiter,
        signer: TicketSigner,
        clock: any WallClock
    ) {
        self.store = store
        self.secrets = secrets
        self.attempts = attempts
        tickets = TicketFormat(signer: signer, clock: clock)
    }

    // MARK: Passwords

    /// Checks a password.
    ///
    /// - Parameters:
    ///   - source: the network address of the client. Wrong passwords are counted by network.
    ///   - seller: the browser if it is the seller's (``seller(_:ticket:of:)``). It has a limit of its own.
    /// - Throws: ``MarketError/wrongSecret`` or another error.
    public func password(
        _ secret: String?,
        of id: Product.ID,
        from source: ClientAddress,
        seller: BrowserDigest? = nil
    ) async throws(MarketError) -> SellerProof {
        guard let secret, !secret.isEmpty else {
            throw .invalid(ListingProblems(ListingProblem(.password, .missing)))
        }
        guard let hash = try await store.secretHash(of: id) else { throw try await store.absence(of: id) }
        try await compare(secret, with: hash, of: id, from: source, seller)
        return SellerProof(id, .password, hash)
    }

    /// Returns a browser that holds the right for a product, or a ticket for it; nil if it holds neither.
    public func seller(
        _ browser: BrowserKey?,
        ticket: String?,
        of id: Product.ID
    ) async throws(MarketError) -> BrowserDigest? {
        if let browser, try await right(of: browser, for: id) != nil { return browser.digest }
        guard let ticket, try await self.ticket(ticket, for: id) != nil else { return nil }
        return BrowserDigest(rawValue: RightHash(of: ticket).rawValue)
    }

    /// Checks that a product still has the password that a proof rests on.
    ///
    /// - Throws: ``MarketError/wrongSecret``, or an error about the product.
    func confirm(_ proof: SellerProof) async throws(MarketError) {
        guard let hash = try await store.secretHash(of: proof.product) else {
            throw try await store.absence(of: proof.product)
        }
        guard proof.authority == .password, proof.secretHash == hash else { throw .wrongSecret }
    }

    /// Stores a new product. Whoever lists it has chosen its password.
    ///
    /// - Parameter source: where the password has come from. There, it isn't a guess, whatever neighbors do.
    func add(
        _ new: NewProduct,
        password: String,
        from source: ClientAddress?
    ) async throws(MarketError) -> (product: Product, proof: SellerProof) {
        let product = try await store.add(new)
        if let source {
            remembered.add(remembered.fingerprint(password, of: product.id, new.secretHash, from: source))
        }
        return (product, SellerProof(product.id, .password, new.secretHash))
    }

    /// Checks the password of a repeated request against the one that the first request came with.
    ///
    /// - Returns: proof, or nil if the product has got another password since, or was deleted.
    /// - Throws: ``MarketError/wrongSecret`` or another error.
    func password(
        _ secret: String,
        ofRepeated record: IdempotencyRecord,
        from source: ClientAddress
    ) async throws(MarketError) -> SellerProof? {
        let id = record.product.id
        try await compare(secret, with: record.secretHash, of: id, from: source)
        guard try await store.secretHash(of: id) == record.secretHash else { return nil }
        return SellerProof(id, .password, record.secretHash)
    }

    /// Checks a password against a hash and returns if it matches. A wrong one is counted for the product.
    private func compare(
        _ secret: String,
        with hash: SecretHash,
        of id: Product.ID,
        from source: ClientAddress,
        _ seller: BrowserDigest? = nil
    ) async throws(MarketError) {
        let candidates = SecretNormalization.candidates(secret)
        // A text that can't be a secret costs nothing.
        guard !candidates.isEmpty else { throw .wrongSecret }
        let presented = remembered.fingerprint(secret, of: id, hash, from: source)
        // What was right here isn't guessed, whatever neighbors behind the same address do.
        if remembered.contains(presented) {
            guard try await isRight(candidates, hash, source, isOfSeller: true) else { throw .wrongSecret }
            return
        }
        let attempt: AttemptLimiter.Attempt
        switch try await attempts.begin(for: id, from: source, seller: seller) {
        case .refused(let seconds): throw .tooManyAttempts(retryAfterSeconds: seconds)
        case .admitted(let admitted): attempt = admitted
        }
        let isRight: Bool
        do {
            isRight =
                if attempt.slowSeconds == nil {
                    try await self.isRight(candidates, hash, source, isOfSeller: seller != nil)
                } else {
                    try await slowAttempts.check(for: source) { () throws(MarketError) in
                        try await self.isRight(candidates, hash, source, isOfSeller: seller != nil)
                    }
                }
        } catch {
            try? await attempts.cancel(attempt)
            throw error
        }
        guard isRight else {
            if let seconds = attempt.slowSeconds { throw .tooManyAttempts(retryAfterSeconds: seconds) }
            throw .wrongSecret
        }
        remembered.add(presented)
        try await attempts.succeed(attempt, for: id, from: source)
    }

    private func isRight(
        _ candidates: [String],
        _ hash: SecretHash,
        _ source: ClientAddress,
        isOfSeller: Bool
    ) async throws(MarketError) -> Bool {
        for candidate in candidates
        where try await secrets.verify(candidate, against: hash, for: source, isOfSeller: isOfSeller) {
            return true
        }
        return false
    }

    // MARK: Tickets

    /// Checks a ticket (``EditTickets``).
    ///
    /// - Returns: proof, or nil when the ticket is malformed, expired, for another product or for a former password, or its
    ///   browser doesn't hold the right any more.
    public func ticket(_ ticket: String, for id: Product.ID) async throws(MarketError) -> SellerProof? {
        guard let ticket = tickets.unexpired(ticket), let hash = try await store.secretHash(of: id) else { return nil }
        guard tickets.isSigned(ticket, for: id, hash) else { return nil }
        if let holder = ticket.holder, try await !holdsRight(holder, for: id) { return nil }
        return SellerProof(id, .password, hash)
    }

    // MARK: Rights and links

    /// Checks a right, or the token of a link, for a product.
    ///
    /// - Throws: ``MarketError/invalidRight`` if it is unknown, revoked or for another product, or an error about the
    ///   product.
    public func right(_ right: String, for id: Product.ID) async throws(MarketError) -> SellerProof {
        if let found = try await store.right(RightHash(of: right.lowercased())), found.product == id {
            return SellerProof(id, found.authority)
        }
        guard try await store.secretHash(of: id) == nil else { throw .invalidRight }
        throw try await store.absence(of: id)
    }

    /// Checks whether a browser holds the right for a product.
    ///
    /// - Returns: proof, or nil if it doesn't.
    public func right(of browser: BrowserKey, for id: Product.ID) async throws(MarketError) -> SellerProof? {
        try await holdsRight(browser.digest, for: id) ? SellerProof(id, .right) : nil
    }

    private func holdsRight(_ browser: BrowserDigest, for id: Product.ID) async throws(MarketError) -> Bool {
        guard let owner = try await store.owner(of: browser) else { return false }
        return try await store.holdsRight(owner, for: id)
    }

    /// Checks that a browser holds the right for a product.
    ///
    /// - Throws: ``MarketError/invalidRight`` if it doesn't, or an error about the product.
    func right(_ browser: BrowserKey, for id: Product.ID) async throws(MarketError) -> SellerProof {
        if let proof = try await right(of: browser, for: id) { return proof }
        guard try await store.secretHash(of: id) == nil else { throw .invalidRight }
        throw try await store.absence(of: id)
    }

    /// Checks the token of a link.
    ///
    /// - Returns: proof, or nil if there is no such link, whether it ended or never existed.
    public func link(_ token: String) async throws(MarketError) -> SellerProof? {
        guard let found = try await store.right(RightHash(of: token.lowercased())), found.authority == .link else {
            return nil
        }
        return SellerProof(found.product, .link)
    }

    /// Checks whether a browser holds the right for any of a vendor's products.
    ///
    /// - Returns: proof, or nil if it doesn't.
    public func vendor(_ id: Vendor.ID, by browser: BrowserKey) async throws(MarketError) -> VendorProof? {
        guard let proof = try await self.browser(browser) else { return nil }
        return try await store.holdsRight(proof.owner, ofVendor: id) ? VendorProof(id, proof) : nil
    }

    /// Checks whether a browser is that of whom an identifier names (``ProductStore/isIdentifier(_:of:provenBy:)``), as ending all
    /// others asks for.
    ///
    /// The identifiers that are built into apps prove nothing: everybody knows them, and may have listed something under one.
    ///
    /// - Returns: proof, or nil if it isn't.
    public func vendor(
        _ id: Vendor.ID,
        identifiedBy identifier: VendorIdentifier,
        by browser: BrowserKey
    ) async throws(MarketError) -> IdentifierProof? {
        guard !KnownVendors.contains(identifier) else { return nil }
        guard let proof = try await self.browser(browser),
            try await store.isIdentifier(identifier, of: id, provenBy: proof)
        else { return nil }
        return IdentifierProof(identifier, of: VendorProof(id, proof), by: browser)
    }

    /// Checks whether a browser holds rights, and wasn't ended.
    ///
    /// - Returns: proof, or nil if it doesn't.
    public func browser(_ key: BrowserKey) async throws(MarketError) -> BrowserProof? {
        try await store.owner(of: key.digest).map { BrowserProof(key.digest, $0) }
    }
}
