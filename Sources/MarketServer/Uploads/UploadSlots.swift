import MarketCore
import NIOCore
import Synchronization

/// The slots that limit how many requests may send images at once, and how many of their bytes are in the spool, in
/// total and per address.
///
/// A request without a free slot waits for a while. A free slot goes to the address that holds the fewest, and among
/// equals to the request that has waited longest. While a request waits, an upload that has been slow for some seconds
/// loses its slot and has to wait itself: slow clients share their slots, and fast ones get through.
///
/// The limits bound the disk and the memory of one process. Several servers have one each.
final class UploadSlots: Sendable {
    private struct Waiter {
        let id: UInt64
        let address: ClientAddress
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        /// The slots in use, by their numbers.
        var held: [UInt64: Holder] = [:]
        var heldBy: [ClientAddress: Int] = [:]
        /// In the order of arrival.
        var waiters: [Waiter] = []
        var spooledByteCount = 0
        var spooledBy: [ClientAddress: Int] = [:]
        var lastID: UInt64 = 0
    }

    private struct Holder {
        let address: ClientAddress
        let since: ContinuousClock.Instant
        var byteCount = 0
        var isReading = true
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
    /// The number of bytes of images in the spool.
    var spooledByteCount: Int { state.withLock { $0.spooledByteCount } }

    // MARK: Slots

    /// Waits for a slot.
    ///
    /// - Returns: The number of the slot.
    /// - Throws: ``RequestError/tooManyUploads`` if none becomes free in time, or too many uploads wait already.
    func acquire(for address: ClientAddress) async throws(RequestError) -> UInt64 {
        let (id, isHeld) = state.withLock { state in
            state.lastID += 1
            return (state.lastID, hold(state.lastID, for: address, in: &state))
        }
        if isHeld { return id }
        let hasSlot = await withTaskGroup(of: Bool?.self) { group in
            group.addTask { await self.wait(for: address, id: id) }
            group.addTask {
                await self.revokeSlowUploads()
                return nil
            }
            for await outcome in group {
                group.cancelAll()
                // The time is over. The other task ends, and returns whether it got a slot after all.
                guard let outcome else { continue }
                return outcome
            }
            return false
        }
        guard hasSlot else { throw .tooManyUploads }
        return id
    }

    /// Counts bytes received in a slot, and waits for another slot if this one has been revoked.
    ///
    /// - Returns: The number of the slot that is held now.
    func received(_ byteCount: Int, in id: UInt64, for address: ClientAddress) async throws(RequestError) -> UInt64 {
        let isHeld = state.withLock { state in
            state.held[id]?.byteCount += byteCount
            return state.held[id] != nil
        }
        return isHeld ? id : try await acquire(for: address)
    }

    /// Marks the body as complete: from now on, the slot isn't revoked.
    ///
    /// - Returns: The number of the slot that is held now.
    func endReading(in id: UInt64, for address: ClientAddress) async throws(RequestError) -> UInt64 {
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
        guard state.held.count < limits.concurrentUploads,
            state.heldBy[address, default: 0] < limits.uploadsPerAddress
        else { return false }
        state.held[id] = Holder(address: address, since: .now)
        state.heldBy[address, default: 0] += 1
        return true
    }

    private func release(_ id: UInt64, in state: inout State) {
        guard let holder = state.held.removeValue(forKey: id) else { return }
        let left = state.heldBy[holder.address, default: 0] - 1
        state.heldBy[holder.address] = left > 0 ? left : nil
    }

    // MARK: Waiting

    private func wait(for address: ClientAddress, id: UInt64) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Bool? in
                    if Task.isCancelled { return false }
                    // A slot may have become free since the first attempt.
                    if hold(id, for: address, in: &state) { return true }
                    guard state.waiters.count < limits.waitingUploads,
                        state.waiters.count(where: { $0.address == address }) < limits.waitingUploadsPerAddress
                    else { return false }
                    state.waiters.append(Waiter(id: id, address: address, continuation: continuation))
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: false)
        }
    }

    /// Revokes slots of slow uploads for waiting ones, until the wait is over.
    private func revokeSlowUploads() async {
        let deadline = ContinuousClock.now + .nanoseconds(limits.uploadWaitTime.nanoseconds)
        let interval = Duration.nanoseconds(limits.slowUploadTime.nanoseconds / 4)
        while ContinuousClock.now < deadline, !Task.isCancelled {
            resume(state.withLock { revokeSlowOne(in: &$0) })
            try? await Task.sleep(for: min(interval, deadline - ContinuousClock.now))
        }
    }

    private func revokeSlowOne(in state: inout State) -> [Waiter] {
        // A slot is revoked only for an address below its own limit.
        guard state.held.count >= limits.concurrentUploads,
            state.waiters.contains(where: { state.heldBy[$0.address, default: 0] < limits.uploadsPerAddress })
        else { return [] }
        let now = ContinuousClock.now
        let least = Duration.nanoseconds(limits.slowUploadTime.nanoseconds)
        let slow = state.held.filter { _, holder in
            let time = now - holder.since
            return holder.isReading && time >= least
                && Double(holder.byteCount) < Double(limits.slowUploadBytesPerSecond) * (time / .seconds(1))
        }
        // From the address that holds the most, the slot that was held longest.
        let next = slow.max { one, other in
            let counts = (state.heldBy[one.value.address, default: 0], state.heldBy[other.value.address, default: 0])
            return counts.0 == counts.1 ? one.value.since > other.value.since : counts.0 < counts.1
        }
        guard let next else { return [] }
        release(next.key, in: &state)
        return grant(in: &state)
    }

    /// Grants free slots to waiting uploads.
    private func grant(in state: inout State) -> [Waiter] {
        var granted: [Waiter] = []
        while state.held.count < limits.concurrentUploads {
            let next = state.waiters.indices
                .filter { state.heldBy[state.waiters[$0].address, default: 0] < limits.uploadsPerAddress }
                // `min` returns the first of equals, which has waited longest.
                .min {
                    state.heldBy[state.waiters[$0].address, default: 0]
                        < state.heldBy[state.waiters[$1].address, default: 0]
                }
            guard let next else { break }
            let waiter = state.waiters.remove(at: next)
            _ = hold(waiter.id, for: waiter.address, in: &state)
            granted.append(waiter)
        }
        return granted
    }

    private func resume(_ granted: [Waiter]) {
        for waiter in granted { waiter.continuation.resume(returning: true) }
    }

    // MARK: Spooled bytes

    /// Counts bytes that are about to be written to the spool.
    ///
    /// - Throws: ``RequestError/tooManyUploads`` if they exceed a limit, in total or for the address.
    func spool(_ byteCount: Int, for address: ClientAddress) throws(RequestError) {
        let isFitting = state.withLock { state in
            let own = state.spooledBy[address, default: 0] + byteCount
            guard state.spooledByteCount + byteCount <= limits.spooledByteCount,
                own <= limits.spooledByteCountPerAddress
            else { return false }
            state.spooledByteCount += byteCount
            state.spooledBy[address] = own
            return true
        }
        guard isFitting else { throw .tooManyUploads }
    }

    /// Releases bytes that were removed from the spool.
    func unspool(_ byteCount: Int, for address: ClientAddress) {
        guard byteCount > 0 else { return }
        state.withLock { state in
            state.spooledByteCount -= byteCount
            let own = state.spooledBy[address, default: 0] - byteCount
            state.spooledBy[address] = own > 0 ? own : nil
        }
    }
}
