public import MarketModels

/// The idempotency of listing requests: a request that is repeated with the same `Idempotency-Key` within a day lists
/// nothing more, and gets the response of the first one.
///
/// An idempotency record of each request with a key is stored together with its product. While a request is in flight,
/// a second one with the same key is refused.
public struct ListingIdempotency: Sendable {
    let store: any ProductStore
    let authenticator: SellerAuthenticator
    private let fingerprints = ContentFingerprints()
    /// The clock that decides when idempotency records expire.
    let clock: any WallClock
    /// The keys of the requests in flight.
    let inFlight: any RequestsInFlight

    /// Runs `body`, which covers a request from the first byte of its body. A second request with the same key is
    /// refused in the meantime.
    ///
    /// - Throws: `MarketError.requestInFlight`, or an error that `body` throws.
    public func once<Value>(
        _ key: IdempotencyKey?,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Value
    ) async throws -> Value {
        guard let key else { return try await body() }
        return try await inFlight.withKey(key, body)
    }

    /// Returns the record to store with the product of a request.
    ///
    /// - Throws: `MarketError` if an image can't be read.
    func record(of request: ListForSale.Request, key: IdempotencyKey) async throws(MarketError) -> NewIdempotencyRecord
    {
        let fingerprint = try await fingerprints.fingerprint(of: request.fingerprintTexts, request.uploads)
        return NewIdempotencyRecord(key: key, fingerprint: fingerprint, createdAt: clock.now)
    }

    /// Returns the product that a request with the key has listed, or nil if there was none.
    public func product(listedWith key: IdempotencyKey) async throws(MarketError) -> Product.ID? {
        try await record(of: key)?.product.id
    }

    private func record(of key: IdempotencyKey) async throws(MarketError) -> IdempotencyRecord? {
        let begin = clock.now.adding(seconds: -IdempotencyRecord.lifetime)
        return try await store.idempotencyRecord(for: key, since: begin)
    }

    /// Returns what an earlier request with the key has listed, or nil if there was none.
    func replay(
        of request: ListForSale.Request,
        _ new: NewIdempotencyRecord,
        from source: ClientAddress
    ) async throws(MarketError) -> ListForSale.Outcome? {
        guard let record = try await record(of: new.key) else { return nil }
        guard record.fingerprint == new.fingerprint, let secret = request.secret else {
            throw .keyReused(record.product.id)
        }
        // The fingerprint doesn't cover the secret, because the secret could be guessed from it quickly.
        do {
            let proof = try await authenticator.password(secret, ofRepeated: record, from: source)
            return ListForSale.Outcome(product: record.product, isReplay: true, proof: proof)
        } catch .wrongSecret {
            throw .keyReused(record.product.id)
        }
    }
}

extension ListForSale.Request {
    /// The attributes that are given, so that requests without any keep the fingerprint that they have always had.
    private var attributeTexts: [String] {
        ListingField.attributes.compactMap { field in
            draft.attributes[field].flatMap { $0.isEmpty ? nil : "\(field.rawValue)(\($0))" }
        }
    }

    /// All fields of the request except the secret and the images.
    fileprivate var fingerprintTexts: [String] {
        func text(_ amount: DecimalAmount?) -> String { amount.map { "\($0.significand)e-\($0.scale)" } ?? "" }
        return [
            draft.name ?? "", draft.description ?? "", text(draft.price), draft.currency?.rawValue ?? "",
            text(draft.discount), text(draft.salePrice?.amount), text(draft.stock), draft.contact ?? "",
        ] + attributeTexts + images.map(\.fingerprintText)
    }
}
