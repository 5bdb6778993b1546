import Synchronization

/// The revision that a market has told after a write. Where several servers are one market, it is sent along for a while,
/// so that whichever server answers shows what was written.
final class WrittenRevision: Sendable {
    static let header = "Market-Revision"
    /// After a second, all servers have seen a write.
    private static let lifetime: Duration = .seconds(60)

    private struct Told {
        let number: Int64
        let endsAt: ContinuousClock.Instant
    }

    private let told = Mutex<Told?>(nil)

    /// The revision to send, or nil if none was told in the last minute.
    var text: String? {
        told.withLock { told in
            if let end = told?.endsAt, end <= .now { told = nil }
            return told.map { String($0.number) }
        }
    }

    /// Remembers the revision of a response, unless a later one is known already.
    func remember(_ response: ClientResponse) {
        guard let number = response[header: Self.header].flatMap({ Int64($0) }), number >= 0 else { return }
        let end = ContinuousClock.now + Self.lifetime
        told.withLock { $0 = Told(number: max(number, $0?.number ?? 0), endsAt: end) }
    }
}
