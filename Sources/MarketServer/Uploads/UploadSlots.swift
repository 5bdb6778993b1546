import MarketCore
import NIOCore
import Synchronization

/// The slots that limit how many requests may send images at once, in total and per address.
///
/// A request without a free slot waits for a while. A free slot goes to the network that holds the fewest, and among
/// equals to the request that has waited longest. While a request waits, an upload of a client that holds more, or one
/// that has been slow for some seconds, loses its slot and has to wait itself: slow clients share their slots, and fast
/// ones and new ones get through. If too many wait, the last one of the network with the most gives up.
///
/// The limits are per process. Several servers have one each.
final class UploadSlots: Sendable {
    private struct Waiter {
        let id: UInt64
        let address: ClientAddress
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        /// The slots in use, by their numbers.
        var held: [UInt64: Holder] = [:]
        var heldBy = ShareTally()
        /// In the order of arrival.
        var waiters: [Waiter] = []
        var waitingBy = ShareTally()
        var lastID: UInt64 = 0

        mutating func removeWaiter(at index: Int) -> Waiter {
            let waiter = waiters.remove(at: index)
            waitingBy.add(-1, for: waiter.address)
            return waiter
        }
    }

    private struct Holder {
        let address: ClientAddress
        let since: ContinuousClock.Instant
        var byteCount = 0
        var isReading = true

        func bytesPerSecond(at now: ContinuousClock.Instant) -> Double {
            Double(byteCount) / max((now - since) / .seconds(1), 0.001)
        }
    }

    private let limits: ServerLimits
    private let state = Mutex(State())

    init(limits: ServerLimits) {
        self.limits = limits
    }

    /// The number of slots in use.
    var count: Int { state.withLock { $0.held.count } }
    /// The number of uploads that wait for a slot.
    var waitingCount: Int { state.withLock { $0.waiters.count } }

    // MARK: Slots

    /// Waits for a slot.
    ///
    /// - Returns: The number of the slot.
    /// - Throws: `MarketError.busy` if none becomes free in time, or too many uploads wait already.
    func acquire(for address: ClientAddress) async throws(MarketError) -> UInt64 {
        let (id, isHeld) = state.withLock { state in
            state.lastID += 1
            return (state.lastID, hold(state.lastID, for: address, in: &state))
        }
        if isHeld { return id }
        let hasSlot = await withTaskGroup(of: Bool?.self) { group in
            group.addTask { await self.wait(for: address, id: id) }
            group.addTask {
                await self.revokeSlots()
                return nil
            }
            for await outcome in group {
                group.cancelAll()
                // The time limit has passed. The other task ends, and returns whether it got a slot after all.
                guard let outcome else { continue }
                return outcome
            }
            return false
        }
        guard hasSlot else { throw .busy }
        return id
    }

    /// Counts bytes received in a slot, and waits for another slot if this one has been revoked.
    ///
    /// - Returns: The number of the slot that is held now.
    func received(_ byteCount: Int, in id: UInt64, for address: ClientAddress) async throws(MarketError) -> UInt64 {
        let isHeld = state.withLock { state in
            state.held[id]?.byteCount += byteCount
            return state.held[id] != nil
        }
        return isHeld ? id : try await acquire(for: address)
    }

    /// Marks the body as complete: from now on, the slot isn't revoked.
    ///
    /// - Returns: The number of the slot that is held now.
    func endReading(in id: UInt64, for address: ClientAddress) async throws(MarketError) -> UInt64 {
        let id = try await received(0, in: id, for: address)
        state.withLock { $0.held[id]?.isReading = false }
        return id
    }

    func release(_ id: UInt64) {
        resume(
            state.withLock { state in
                release(id, in: &state)
                return grant(in: &state)
            }
        )
    }

    private func hold(_ id: UInt64, for address: ClientAddress, in state: inout State) -> Bool {
        guard state.held.count < limits.uploads.total,
            state.heldBy.amount(of: address) < limits.uploads.perAddress
        else { return false }
        state.held[id] = Holder(address: address, since: .now)
        state.heldBy.add(1, for: address)
        return true
    }

    private func release(_ id: UInt64, in state: inout State) {
        guard let holder = state.held.removeValue(forKey: id) else { return }
        state.heldBy.add(-1, for: holder.address)
    }

    // MARK: Waiting

    private func wait(for address: ClientAddress, id: UInt64) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                var displaced: Waiter?
                let outcome = state.withLock { state -> Bool? in
                    if Task.isCancelled { return false }
                    // A slot may have become free since the first attempt.
                    if hold(id, for: address, in: &state) { return true }
                    guard state.waitingBy.amount(of: address) < limits.waitingUploads.perAddress else { return false }
                    if state.waiters.count >= limits.waitingUploads.total {
                        displaced = displaceWaiter(for: address, in: &state)
                        if displaced == nil { return false }
                    }
                    state.waiters.append(Waiter(id: id, address: address, continuation: continuation))
                    state.waitingBy.add(1, for: address)
                    return nil
                }
                displaced?.continuation.resume(returning: false)
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.removeWaiter(at: $0) }
            }
            waiter?.continuation.resume(returning: false)
        }
    }

    /// Removes the waiter that gives way to a client with fewer ones: the last one of the network with the most.
    private func displaceWaiter(for address: ClientAddress, in state: inout State) -> Waiter? {
        let last = state.waiters.indices
            .filter { state.waitingBy.holdsLess(address, wanting: 1, than: state.waiters[$0].address) }
            // `max` returns the first of equals, which is to be the one that has waited least.
            .reversed()
            .max { state.waitingBy.holdsLess(state.waiters[$0].address, than: state.waiters[$1].address) }
        return last.map { state.removeWaiter(at: $0) }
    }

    /// Revokes slots for waiting uploads, until the wait has ended.
    private func revokeSlots() async {
        let deadline = ContinuousClock.now + .nanoseconds(limits.uploadWaitTime.nanoseconds)
        let interval = Duration.nanoseconds(limits.slowUploadTime.nanoseconds / 4)
        while ContinuousClock.now < deadline, !Task.isCancelled {
            resume(state.withLock { revokeOne(in: &$0) })
            try? await Task.sleep(for: min(interval, deadline - ContinuousClock.now))
        }
    }

    private func revokeOne(in state: inout State) -> [Waiter] {
        // A slot is revoked only for an address below its own limit.
        let waiting = Set(state.waiters.map(\.address))
            .filter { state.heldBy.amount(of: $0) < limits.uploads.perAddress }
        guard state.held.count >= limits.uploads.total, !waiting.isEmpty else { return [] }
        let now = ContinuousClock.now
        let least = Duration.nanoseconds(limits.slowUploadTime.nanoseconds)
        let revocable = state.held.filter { _, holder in
            guard holder.isReading else { return false }
            let isSlow =
                now - holder.since >= least
                && holder.bytesPerSecond(at: now) < Double(limits.slowUploadBytesPerSecond)
            return isSlow || waiting.contains { state.heldBy.holdsLess($0, wanting: 1, than: holder.address) }
        }
        // The slowest one of the network that holds the most.
        let next = revocable.max { one, other in
            if state.heldBy.holdsLess(one.value.address, than: other.value.address) { return true }
            if state.heldBy.holdsLess(other.value.address, than: one.value.address) { return false }
            return one.value.bytesPerSecond(at: now) > other.value.bytesPerSecond(at: now)
        }
        guard let next else { return [] }
        release(next.key, in: &state)
        return grant(in: &state)
    }

    /// Grants free slots to waiting uploads.
    private func grant(in state: inout State) -> [Waiter] {
        var granted: [Waiter] = []
        while state.held.count < limits.uploads.total {
            let next = state.waiters.indices
                .filter { state.heldBy.amount(of: state.waiters[$0].address) < limits.uploads.perAddress }
                // `min` returns the first of equals, which has waited longest.
                .min { state.heldBy.holdsLess(state.waiters[$0].address, than: state.waiters[$1].address) }
            guard let next else { break }
            let waiter = state.removeWaiter(at: next)
            _ = hold(waiter.id, for: waiter.address, in: &state)
            granted.append(waiter)
        }
        return granted
    }

    private func resume(_ granted: [Waiter]) {
        for waiter in granted { waiter.continuation.resume(returning: true) }
    }
}
