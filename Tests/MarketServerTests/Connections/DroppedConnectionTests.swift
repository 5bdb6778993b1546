import HummingbirdCore
import Logging
import Metrics
import NIOCore
import NIOEmbedded
import Testing

@testable import MarketServer

/// A connection that is accepted while the server stops: nobody takes it over, and it becomes active all the same.
struct DroppedConnectionTests {
    @Test func connectionThatNobodyHandlesDoesNotEndTheProcess() throws {
        let connections = ConnectionTable(limits: ServerLimits(), factory: NOOPMetricsHandler.instance)
        let server = TrackedConnectionChannel(
            base: HTTP1Channel { _, _, _ in },
            connections: connections,
            proxies: .none
        )
        let channel = EmbeddedChannel()
        do {
            // The value of this future is what Hummingbird would handle, and it is dropped here.
            let setup = server.setup(channel: channel, logger: Logger(label: "test"))
            _ = try setup.wait()
        }
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/none")).wait()
        #expect(channel.isActive)
        try channel.close().wait()
    }
}
