internal import CPostgres
internal import Foundation
internal import Synchronization

/// A request to cancel the statement that a connection is executing.
///
/// libpq 15 opens a connection for it and waits without a time limit until the server has closed that, so a server that
/// hangs would hold the thread. Therefore each request has a thread of its own, of which there are few; while all of them
/// wait, requests are left out, because the server doesn't answer anyway.
struct CancelRequest: @unchecked Sendable {
    /// The maximum number of requests under way in the process.
    private static let limit = 4
    private static let count = Atomic<Int>(0)

    // libpq's documentation allows its use by another thread than the connection's.
    private let request: OpaquePointer

    /// Nil if the connection is closed.
    init?(_ handle: OpaquePointer) {
        guard let request = PQgetCancel(handle) else { return nil }
        self.request = request
    }

    /// Sends the request, without waiting for its effect.
    func send() {
        guard Self.count.add(1, ordering: .relaxed).newValue <= Self.limit else { return end() }
        Thread.detachNewThread {
            var message = [CChar](repeating: 0, count: 256)
            _ = PQcancel(request, &message, Int32(message.count))
            end()
        }
    }

    private func end() {
        PQfreeCancel(request)
        Self.count.subtract(1, ordering: .relaxed)
    }
}
