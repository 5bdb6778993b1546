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

    /// Reads a body, whose held bytes are counted in the share passed to `read`.
    func holding<Value>(
        for address: ClientAddress,
        _ read: (inout Share) async throws -> Value
    ) async throws -> Value {
        var share = Share(memory: self, address: address)
        do {
            let value = try await read(&share)
            share.end()
            return value
        } catch {
            share.end()
            throw error
        }
    }

    /// The share of one body.
    struct Share {
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
        mutating func hold(_ count: Int) throws(RequestError) {
            guard count != byteCount else { return }
            try memory.change(by: count - byteCount, for: address)
            byteCount = count
        }

        fileprivate mutating func end() {
            try? hold(0)
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
