public import MarketModels

/// Proof that somebody has presented a product's secret a short while ago.
public struct EditGrant: Hashable, Sendable {
    public let product: Product.ID
    /// The secret that was right: a new one voids the proof.
    let secretHash: SecretHash
}

/// Hands out tickets for whoever has presented a product's secret, so that a form can be filled in without keeping the
/// secret anywhere. They are in memory only: after a restart the secret is asked for again.
public actor EditTickets {
    /// How long a ticket is good, in seconds.
    public static let lifetime: Int64 = 3600
    /// How long one that was used is still good, in seconds: an answer that got lost is asked for again.
    public static let afterlife: Int64 = 120
    static let capacity = 10_000

    private struct Ticket {
        let grant: EditGrant
        var endsAt: Timestamp
    }

    private let store: any ProductStore
    private let checkSecret: CheckSecret
    private let clock: any WallClock
    private var tickets: [String: Ticket] = [:]

    public init(store: any ProductStore, checkSecret: CheckSecret, clock: any WallClock) {
        self.store = store
        self.checkSecret = checkSecret
        self.clock = clock
    }

    /// Checks the secret.
    ///
    /// - Returns: a ticket, which looks like a UUID.
    public func issue(
        for id: Product.ID,
        secret: String?,
        from source: ClientAddress
    ) async throws(MarketError) -> String {
        try await checkSecret(secret, of: id, from: source)
        guard let facts = try await asking({ () throws(StoreError) in try await store.privateFacts(of: id) }) else {
            throw .withdrawnProduct
        }
        let now = clock.now
        if tickets.count >= Self.capacity { tickets = tickets.filter { $0.value.endsAt > now } }
        guard tickets.count < Self.capacity else { throw .busy }
        var generator = SystemRandomNumberGenerator()
        let text = String.randomUUID(using: &generator)
        tickets[text] = Ticket(
            grant: EditGrant(product: id, secretHash: facts.secretHash),
            endsAt: now.adding(seconds: Self.lifetime)
        )
        return text
    }

    /// What a ticket proves; nil when it is another product's, too old or none.
    public func grant(_ ticket: String, for id: Product.ID) -> EditGrant? {
        guard let found = tickets[ticket], found.grant.product == id, found.endsAt > clock.now else { return nil }
        return found.grant
    }

    /// The edit is done.
    public func spend(_ ticket: String) {
        guard let found = tickets[ticket] else { return }
        tickets[ticket]?.endsAt = min(found.endsAt, clock.now.adding(seconds: Self.afterlife))
    }

    /// The secret that was presented is not the product's any more.
    public func void(_ ticket: String) {
        tickets[ticket] = nil
    }
}
