public import MarketModels

/// The passwords of products that were right within the last hour, in memory only. The user isn't asked for them again.
@MainActor
public final class RecentSecrets {
    /// How long a password is kept after it was last right, in milliseconds.
    static let lifetime: Int64 = 3_600_000

    private struct Entry {
        let secret: String
        let acceptedAt: Timestamp
    }

    private let now: @Sendable () -> Timestamp
    private var entries: [Product.ID: Entry] = [:]

    /// Creates an empty store.
    ///
    /// - Parameter now: Returns the current time.
    public nonisolated init(now: @escaping @Sendable () -> Timestamp = { AppDependencies.currentMoment }) {
        self.now = now
    }

    /// Returns the password of a product if it was right within the last hour.
    public func secret(of product: Product.ID) -> String? {
        let now = now().millisecondsSinceEpoch
        // A clock that was set back must not lengthen the hour.
        entries = entries.filter { (0..<Self.lifetime).contains(now - $0.value.acceptedAt.millisecondsSinceEpoch) }
        return entries[product]?.secret
    }

    /// Keeps a password that the market has just accepted.
    func keep(_ secret: String, of product: Product.ID) {
        entries[product] = Entry(secret: secret, acceptedAt: now())
    }

    /// Forgets the password of a product, because it is wrong or the product is gone.
    func forget(_ product: Product.ID) {
        entries[product] = nil
    }
}
