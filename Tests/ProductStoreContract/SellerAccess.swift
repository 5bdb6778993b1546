package import MarketCore
package import MarketModels

/// What only a product's seller sees, for tests. The proof is made by a real check, of a password that the hasher of tests
/// takes for right.
extension ProductStore {
    /// An authenticator that takes every password for right.
    package var trustingAuthenticator: SellerAuthenticator {
        SellerAuthenticator(
            store: self,
            secrets: SecretQueue(TrustingHasher()),
            attempts: .unlimited,
            signer: TicketSigner(),
            clock: SystemWallClock()
        )
    }

    /// Returns a product in any state, as its seller sees it, or nil if there is none.
    package func asSeller(_ id: Product.ID) async throws -> SellerProduct? {
        guard try await secretHash(of: id) != nil else { return nil }
        return try await product(of: proof(of: id))
    }

    /// Returns the proof of a product's seller.
    package func proof(of id: Product.ID) async throws -> SellerProof {
        try await trustingAuthenticator.password("any", of: id, from: .unknown)
    }

    /// Returns the proof of a browser that holds the right for one of a vendor's products.
    package func vendorProof(_ vendor: Vendor.ID, by browser: BrowserKey) async throws -> VendorProof? {
        try await trustingAuthenticator.vendor(vendor, by: browser)
    }

    /// Has a browser end all others, and returns the identifier that the vendor has got with that.
    package func replaceIdentifier(
        _ former: VendorIdentifier,
        of vendor: Vendor.ID,
        by key: BrowserKey
    ) async throws -> VendorIdentifier {
        let browser = try unwrap(try await trustingAuthenticator.browser(key), "proof of the browser")
        let proof = try await trustingAuthenticator.vendor(vendor, identifiedBy: former, by: key)
        let identifier = try unwrap(proof, "proof of the seller's browser")
        try expect(try await endOtherBrowsers(of: browser, replacing: identifier), "all others are ended")
        return identifier.successor
    }

    /// Gives a browser the right for a product.
    package func giveRight(for product: Product.ID, to browser: BrowserKey, at now: Timestamp) async throws {
        guard let hash = try await secretHash(of: product) else { throw ContractViolation(description: "it is there") }
        let new = SellerBrowser(digest: browser.digest, name: BrowserName(), createdAt: now)
        let owner = try await addBrowser(new, of: RightsOwner(rawValue: "owner of \(browser.text)"))
        let right = ListingRight(
            product: product,
            authority: .right,
            hash: RightHash(of: owner, for: product),
            owner: owner,
            createdAt: now
        )
        try expect(try await addRight(right, issuedFor: hash), "the right is stored")
    }
}

private struct TrustingHasher: SecretHasher {
    let concurrency = 8
    func hash(_ secret: String) -> SecretHash { SecretHash(rawValue: secret) }
    func verify(_ secret: String, against hash: SecretHash) -> Bool { true }
}

extension AttemptLimiter {
    fileprivate static var unlimited: AttemptLimiter { AttemptLimiter(in: UnlimitedBuckets()) }
}

/// Buckets from which nothing is ever taken.
struct UnlimitedBuckets: TokenBuckets {
    func take(_ charge: Charge) -> Charge.Outcome {
        var buckets: [Charge.Key: TokenBucket] = [:]
        return charge.take(from: &buckets, at: .zero)
    }
    func giveBack(_ receipt: Charge.Receipt) {}
    func open(_ bucket: Charge.Bucket, for time: Duration) {}
}
