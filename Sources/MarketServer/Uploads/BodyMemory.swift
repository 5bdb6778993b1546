import MarketCore
import Synchronization

/// The memory that fields of bodies hold while they are read, limited in total and per address. Images go to the spool.
///
/// The limits are per process. Several servers have one each.
final class BodyMemory: Sendable {
    private struct State {
        var byteCount = 0
        var byAddress: [ClientAddress: Int] = [:]
    }

    private let limits: ServerLimits
    private let state = Mutex(State())

    init(limits: ServerLimits) {
        self.limits = limits
    }

    /// The number of bytes held now.
    var byteCount: Int { state.withLock { $0.byteCount } }

    /// Reads a body, whose held bytes are counted in the reservation passed to `read`.
    func withReservation<Value>(
        for address: ClientAddress,
        _ read: (inout Reservation) async throws -> Value
    ) async throws -> Value {
        var reservation = Reservation(memory: self, address: address)
        do {
            let value = try await read(&reservation)
            reservation.release()
            return value
        } catch {
            reservation.release()
            throw error
        }
    }

    /// The memory reserved for one body.
    struct Reservation {
        fileprivate let memory: BodyMemory
        fileprivate let address: ClientAddress
        private var byteCount = 0

        fileprivate init(memory: BodyMemory, address: ClientAddress) {
            self.memory = memory
            self.address = address
        }

        /// Sets the number of bytes that the body holds.
        ///
        /// - Throws: ``RequestError/tooManyUploads`` if a limit is exceeded.
        mutating func reserve(_ count: Int) throws(RequestError) {
            guard count != byteCount else { return }
            try memory.change(by: count - byteCount, for: address)
            byteCount = count
        }

        fileprivate mutating func release() {
            try? reserve(0)
        }
    }

    private func change(by change: Int, for address: ClientAddress) throws(RequestError) {
        let isFitting = state.withLock { state in
            let own = state.byAddress[address, default: 0] + change
            let all = state.byteCount + change
            if change > 0 {
                guard all <= limits.bodyMemoryByteCount, own <= limits.bodyMemoryByteCountPerAddress else {
                    return false
                }
            }
            state.byteCount = all
            state.byAddress[address] = own > 0 ? own : nil
            return true
        }
        guard isFitting else { throw .tooManyUploads }
    }
}
