internal import CPostgres
internal import Foundation
internal import MarketCore

extension PostgresConnection {
    /// Asks the server to pass the notifications of a channel on, at the first time.
    ///
    /// - Returns: whether it was the first time. Earlier notifications are missed then.
    func listen(to channel: String) throws -> Bool {
        guard !isListening else { return false }
        try script("LISTEN \(channel)")
        isListening = true
        return true
    }

    /// Waits until a notification comes in, the connection is lost or the work is cancelled.
    ///
    /// - Parameters:
    ///   - own: the payload of notifications that don't count.
    ///   - end: the latest time.
    /// - Returns: whether it was still waiting at the end.
    func waitForNotification(except own: String, until end: ContinuousClock.Instant) -> Bool {
        while !takeNotifications(except: own), cancellation?.isCancelled != true {
            let remaining = (end - .now).inMilliseconds
            guard remaining > 0 else { return true }
            var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, Int32(clamping: min(remaining, Int64(Self.pollInterval)))) > 0 else { continue }
            guard PQconsumeInput(handle) == 1 else {
                isLost = true
                return false
            }
        }
        return false
    }

    /// Returns whether any of the notifications that came in counts.
    private func takeNotifications(except own: String) -> Bool {
        var counts = false
        while let notification = PQnotifies(handle) {
            defer { PQfreemem(notification) }
            if notification.pointee.extra.map({ String(cString: $0) }) != own { counts = true }
        }
        return counts
    }
}
