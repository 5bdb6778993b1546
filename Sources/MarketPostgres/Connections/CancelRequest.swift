internal import CPostgres
internal import Foundation
internal import Synchronization

/// A request to cancel the statement that a connection is executing.
///
/// libpq 15 opens a connection for it and waits without a time limit until the server has closed that, so a server that
/// hangs would hold the thread. Therefore each request has a thread of its own, of which there are few.
///
/// Until it has ended, it may cancel whatever the connection executes then, also the statement of another user: the server
/// signals its process twice, and the network may delay it.
final class CancelRequest: Sendable {
    /// The maximum number of requests in flight in the process.
    private static let limit = 4
    private static let count = Atomic<Int>(0)

    private let over = Atomic<Bool>(false)

    private init() {}

    /// Whether the server has carried it out, or can't any more.
    var isOver: Bool { over.load(ordering: .acquiring) }

    /// Sends a request, without waiting for its effect. Nil if the connection is closed or too many are in flight.
    static func send(for connection: OpaquePointer) -> CancelRequest? {
        guard count.add(1, ordering: .relaxed).newValue <= limit, let pointer = PQgetCancel(connection) else {
            count.subtract(1, ordering: .relaxed)
            return nil
        }
        let request = CancelRequest()
        // libpq's documentation allows its use by another thread than the connection's.
        nonisolated(unsafe) let target = pointer
        Thread.detachNewThread {
            var message = [CChar](repeating: 0, count: 256)
            _ = PQcancel(target, &message, Int32(message.count))
            PQfreeCancel(target)
            count.subtract(1, ordering: .relaxed)
            request.over.store(true, ordering: .releasing)
        }
        return request
    }
}
