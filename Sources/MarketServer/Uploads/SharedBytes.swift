import MarketCore
import Synchronization

/// The bytes of memory or of disk that bodies hold, limited in total and per address.
///
/// When all are held, a body that is still being read is given up for a client that holds less: the largest one of the
/// network that holds the most. So nobody has to wait for those who have come before.
///
/// The limits are per process. Several servers have one each.
final class SharedBytes: Sendable {
    private struct Holder {
        let body: BodyReading
        var byteCount: Int
    }

    private struct State {
        var byteCount = 0
        var tally = ShareTally()
        var holders: [ObjectIdentifier: Holder] = [:]

        mutating func set(_ byteCount: Int, for body: BodyReading) {
            let change = byteCount - held(by: body)
            self.byteCount += change
            tally.add(change, for: body.address)
            holders[ObjectIdentifier(body)] = byteCount > 0 ? Holder(body: body, byteCount: byteCount) : nil
        }

        func held(by body: BodyReading) -> Int { holders[ObjectIdentifier(body)]?.byteCount ?? 0 }
    }

    private let limit: SharedLimit
    private let state = Mutex(State())

    init(_ limit: SharedLimit) {
        self.limit = limit
    }

    /// The number of bytes held now.
    var byteCount: Int { state.withLock { $0.byteCount } }

    /// Sets the number of bytes that a body holds.
    ///
    /// - Throws: `MarketError.busy` if a limit is exceeded and nobody gives way, or if the body has been
    ///   given up itself.
    func hold(_ byteCount: Int, by body: BodyReading) throws(MarketError) {
        var givenUp: [BodyReading] = []
        let isHeld = state.withLock { state in
            let change = byteCount - state.held(by: body)
            if change > 0 {
                guard !body.isGivenUp, state.tally.amount(of: body.address) + change <= limit.perAddress else {
                    return false
                }
                while state.byteCount + change > limit.total {
                    guard let next = next(for: body, wanting: change, in: state) else { return false }
                    state.set(0, for: next)
                    // One that has become complete in the meantime releases its bytes a moment later.
                    if next.giveUp() { givenUp.append(next) }
                }
            }
            state.set(byteCount, for: body)
            return true
        }
        for body in givenUp { body.cancel() }
        guard isHeld else { throw .busy }
    }

    func release(_ body: BodyReading) {
        state.withLock { $0.set(0, for: body) }
    }

    /// Returns the body that gives way to another one.
    private func next(for body: BodyReading, wanting byteCount: Int, in state: State) -> BodyReading? {
        let candidates = state.holders.values.filter { holder in
            state.tally.holdsLess(body.address, wanting: byteCount, than: holder.body.address) && holder.body.isInFlight
        }
        return candidates.max { one, other in
            if state.tally.holdsLess(one.body.address, than: other.body.address) { return true }
            if state.tally.holdsLess(other.body.address, than: one.body.address) { return false }
            guard one.body.givesWayFirst == other.body.givesWayFirst else { return other.body.givesWayFirst }
            return one.byteCount < other.byteCount
        }?.body
    }
}
