import Hummingbird
import HummingbirdCore
import MarketCore
import NIOCore
import Synchronization

/// The reading of one body, in a task of its own, which ends when the body has to give way to others (``SharedBytes``).
final class BodyReading: Sendable {
    private enum State {
        case reading
        case complete
        case givenUp
    }

    /// The client that the body is attributed to.
    let address: ClientAddress
    /// Whether the body gives way before others of its network.
    let givesWayFirst: Bool
    private let state = Mutex<(state: State, cancel: (@Sendable () -> Void)?)>((.reading, nil))

    private init(address: ClientAddress, givesWayFirst: Bool) {
        self.address = address
        self.givesWayFirst = givesWayFirst
    }

    /// Reads a body.
    ///
    /// - Parameter read: reads the body, calls ``complete()`` at its end, and releases what it holds if it throws.
    /// - Throws: `MarketError.busy` if the body was given up, or an error that `read` throws.
    static func read<Value: Sendable>(
        from address: ClientAddress,
        givesWayFirst: Bool = false,
        _ read: @escaping @Sendable (BodyReading) async throws -> Value
    ) async throws -> Value {
        let reading = BodyReading(address: address, givesWayFirst: givesWayFirst)
        let task = Task { try await read(reading) }
        reading.state.withLock { $0.cancel = { task.cancel() } }
        // It may have been given up before it could be cancelled.
        if reading.isGivenUp { task.cancel() }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        if reading.isGivenUp { throw MarketError.busy }
        return try result.get()
    }

    /// Whether bytes are still expected.
    var isInFlight: Bool { state.withLock { $0.state == .reading } }
    var isGivenUp: Bool { state.withLock { $0.state == .givenUp } }

    /// Marks the body as complete. From now on, it isn't given up.
    func complete() throws(MarketError) {
        let isComplete = state.withLock { state in
            if state.state == .reading { state.state = .complete }
            state.cancel = nil
            return state.state == .complete
        }
        guard isComplete else { throw .busy }
    }

    /// Marks the body as given up. Its task ends with ``cancel()``.
    ///
    /// - Returns: whether it was in flight.
    func giveUp() -> Bool {
        state.withLock { state in
            guard state.state == .reading else { return false }
            state.state = .givenUp
            return true
        }
    }

    /// Ends the task of a body that was given up.
    func cancel() {
        state.withLock { $0.cancel.take() }?()
    }
}

extension Request {
    /// Checks the size that a request declares, which is known before anything is looked up or read.
    func checkDeclaredSize(atMost maximumByteCount: Int) throws(RequestError) {
        guard let declared = headers[.contentLength].flatMap({ Int($0) }), declared > maximumByteCount else { return }
        throw .bodyTooLarge(maximumByteCount: maximumByteCount)
    }
}

extension RequestBody {
    /// Passes the parts of a body to a closure as they arrive.
    ///
    /// - Throws: `MarketError.interrupted` if the client has disconnected or sends too slowly;
    ///   ``RequestError/bodyTooLarge(maximumByteCount:)``, or an error of the closure.
    func forEachBuffer(upTo maximumByteCount: Int, _ use: (ByteBuffer) async throws -> Void) async throws {
        var byteCount = 0
        var iterator = makeAsyncIterator()
        func next() async throws(MarketError) -> ByteBuffer? {
            do { return try await iterator.next() } catch { throw .interrupted }
        }
        while let buffer = try await next() {
            byteCount += buffer.readableBytes
            guard byteCount <= maximumByteCount else {
                throw RequestError.bodyTooLarge(maximumByteCount: maximumByteCount)
            }
            try await use(buffer)
        }
    }
}
