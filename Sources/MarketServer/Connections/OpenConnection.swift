import MarketCore
import NIOCore
import Synchronization

/// An accepted connection, with its client's address and its activity.
///
/// Only its event loop writes; other threads may read. No request needs a lock.
final class OpenConnection: Sendable {
    let channel: any Channel
    let address: ClientAddress
    /// Whether the connection comes from a trusted proxy, and counts for the client of the request in flight.
    let isExempt: Bool
    let openedAt = NIODeadline.now()

    /// The time after the last progress of a body or of a response until the connection counts as silent.
    private static let silentAfter = TimeAmount.seconds(1)

    private let requestCount = Atomic<Int>(0)
    private let lastActivity: Atomic<UInt64>
    private let lastProgress = Atomic<UInt64>(0)
    private let lastWork = Atomic<UInt64>(0)
    private let working = Atomic<Bool>(false)
    private let waiting = Atomic<Bool>(false)
    private let closing = Atomic<Bool>(false)

    init(channel: any Channel, address: ClientAddress, isExempt: Bool) {
        self.channel = channel
        self.address = address
        self.isExempt = isExempt
        lastActivity = Atomic(openedAt.uptimeNanoseconds)
    }

    /// Whether no request is being read or answered.
    var isIdle: Bool { requestCount.load(ordering: .relaxed) == 0 }

    /// Whether the connection may be closed to make room: no request is in flight, or the server waits until the client
    /// sends more of a body or reads more of a response.
    var canGiveWay: Bool { isIdle || isWaitingForClient }

    var isWaitingForClient: Bool { waiting.load(ordering: .relaxed) }

    /// Whether the request in flight has just made progress.
    func isLively(at now: NIODeadline) -> Bool {
        !isIdle && now < .uptimeNanoseconds(lastProgress.load(ordering: .relaxed)) + Self.silentAfter
    }

    var isClosing: Bool { closing.load(ordering: .relaxed) }

    /// When the last request arrived, the last response ended, or a body or response made progress.
    var activeAt: NIODeadline { .uptimeNanoseconds(lastActivity.load(ordering: .relaxed)) }

    /// Whether the server works on a request that isn't a health check.
    var isWorking: Bool { !canGiveWay && working.load(ordering: .relaxed) }

    /// When a request that isn't a health check last arrived, ended or made progress; the distant past before the first.
    var workedAt: NIODeadline { .uptimeNanoseconds(lastWork.load(ordering: .relaxed)) }

    // MARK: On its event loop

    /// - Parameters:
    ///   - change: the requests that have begun, minus those that have ended.
    ///   - isWork: whether one of the requests that are or were in flight isn't a health check.
    func requestsChanged(by change: Int, at time: NIODeadline, isWork: Bool = true) {
        // There is one writer, the event loop.
        requestCount.store(requestCount.load(ordering: .relaxed) + change, ordering: .relaxed)
        lastActivity.store(time.uptimeNanoseconds, ordering: .relaxed)
        working.store(isWork, ordering: .relaxed)
        if isWork { lastWork.store(time.uptimeNanoseconds, ordering: .relaxed) }
    }

    /// - Parameter isWaiting: whether the server waits for the client in the middle of a request.
    func waitsForClient(_ isWaiting: Bool) { waiting.store(isWaiting, ordering: .relaxed) }

    /// Records that the client sent a good part of a body, or read a good part of a response.
    func madeProgress(at time: NIODeadline) {
        lastProgress.store(time.uptimeNanoseconds, ordering: .relaxed)
        lastActivity.store(time.uptimeNanoseconds, ordering: .relaxed)
        if working.load(ordering: .relaxed) { lastWork.store(time.uptimeNanoseconds, ordering: .relaxed) }
    }

    // MARK: On any thread

    /// Tells other threads that ``close(isForced:)`` follows.
    func markClosing() { closing.store(true, ordering: .relaxed) }

    /// Closes the socket without notifying the peer, which may not be reading.
    ///
    /// - Parameter isForced: whether to close the connection even if the server works on a request.
    func close(isForced: Bool) {
        markClosing()
        channel.eventLoop.execute { [self] in
            guard isForced || canGiveWay else {
                closing.store(false, ordering: .relaxed)
                return
            }
            // From the front of the pipeline: no handler holds it up.
            let front = try? channel.pipeline.syncOperations.context(handlerType: ConnectionMarkerHandler.self)
            if let front { front.close(promise: nil) } else { channel.close(promise: nil) }
        }
    }
}

/// A handler at the front of a connection's pipeline, from which later handlers get the connection they belong to.
final class ConnectionMarkerHandler: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    private let connection: OpenConnection

    init(_ connection: OpenConnection) {
        self.connection = connection
    }

    /// Returns the connection of a channel; nil in tests without one.
    static func connection(of channel: any Channel) -> OpenConnection? {
        (try? channel.pipeline.syncOperations.handler(type: ConnectionMarkerHandler.self))?.connection
    }
}
