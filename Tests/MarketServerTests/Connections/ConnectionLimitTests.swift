import Foundation
import Logging
import MarketCore
import Metrics
import NIOCore
import NIOEmbedded
import TestMarkets
import Testing

@testable import MarketServer

/// Many connections from one address, over real sockets: other addresses are still served.
struct ConnectionLimitTests {
    private static let request = "GET /healthChecker HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// Returns whether a connection is open and gets a response.
    private func isAnswered(_ connection: RawConnection) async -> Bool {
        await connection.send(Self.request)
        return await connection.readAnswer()?.status == 200
    }

    /// Limits under which only eviction helps: whoever sends nothing may do so for hours.
    private static func withoutTimeouts(connections: Int, perAddress: Int) -> ServerLimits {
        var limits = ServerLimits()
        limits.connections.total = connections
        limits.connections.perAddress = perAddress
        limits.idleTime = .hours(1)
        limits.paceCheckInterval = .hours(1)
        limits.firstBodyBytesTime = .hours(1)
        return limits
    }

    @Test func anAddressWithTooManyConnectionsLosesTheOneThatWasIdleLongest() async throws {
        try await withMarket(limits: Self.withoutTimeouts(connections: 100, perAddress: 3)) { market in
            var connections: [RawConnection] = []
            for _ in 1...3 {
                let connection = try RawConnection(port: market.port, from: "127.0.0.2")
                #expect(await isAnswered(connection))
                connections.append(connection)
            }
            // The first one is reused, so the second has been idle longest.
            #expect(await isAnswered(connections[0]))
            let fourth = try RawConnection(port: market.port, from: "127.0.0.2")
            #expect(await isAnswered(fourth))
            #expect(await connections[1].isClosedByServer(within: 600))
            #expect(await isAnswered(connections[0]))
            #expect(await isAnswered(connections[2]))
            // Another address has three of its own.
            #expect(await isAnswered(try RawConnection(port: market.port, from: "127.0.0.3")))
        }
    }

    /// Sends the head of a request whose body doesn't follow, and waits until a route waits for it.
    private func sendHead(on connection: RawConnection, for client: String? = nil) async {
        let forwarded = client.map { "X-Forwarded-For: \($0)\r\n" } ?? ""
        await connection.send(
            """
            POST /api/products/1/secret HTTP/1.1\r\nHost: localhost\r\n\(forwarded)Content-Length: 10\r\n\
            Expect: 100-continue\r\n\r\n
            """
        )
        #expect(await connection.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
    }

    @Test func headsWithoutBodiesMakeRoomForOthersOfTheirAddress() async throws {
        try await withMarket(limits: Self.withoutTimeouts(connections: 100, perAddress: 2)) { market in
            let silent = try (1...2).map { _ in try RawConnection(port: market.port, from: "127.0.0.2") }
            for connection in silent { await sendHead(on: connection) }
            let neighbour = try RawConnection(port: market.port, from: "127.0.0.2")
            #expect(await isAnswered(neighbour))
            #expect(await silent[0].isClosedByServer(within: 600))
            #expect(await isAnswered(try RawConnection(port: market.port, from: "127.0.0.3")))
        }
    }

    @Test func headsWithoutBodiesKeepNobodyOut() async throws {
        try await withMarket(limits: Self.withoutTimeouts(connections: 12, perAddress: 4)) { market in
            let modest = try RawConnection(port: market.port, from: "127.0.7.1")
            #expect(await isAnswered(modest))
            var silent: [RawConnection] = []
            for round in 1...2 {
                for address in 1...3 {
                    for _ in 1...4 {
                        silent.append(try RawConnection(port: market.port, from: "127.0.\(round).\(address)"))
                        await sendHead(on: silent[silent.count - 1])
                    }
                }
                let honest = try RawConnection(port: market.port, from: "127.0.9.\(round)")
                await honest.send(Self.request)
                #expect(await honest.readAnswer()?.status == 200)
            }
            #expect(await isAnswered(modest), "who has one connection was closed")
        }
    }

    @Test func addressesOfOneNetworkCountTogether() async throws {
        try await withMarket(limits: Self.withoutTimeouts(connections: 12, perAddress: 10)) { market in
            let modest = try (1...3).map { _ in try RawConnection(port: market.port, from: "127.0.7.1") }
            for connection in modest { #expect(await isAnswered(connection)) }
            // Each address has only one.
            let scattered = try (1...9).map { try RawConnection(port: market.port, from: "127.0.1.\($0)") }
            for connection in scattered { #expect(await isAnswered(connection)) }
            #expect(await isAnswered(try RawConnection(port: market.port, from: "127.0.9.1")))
            for connection in modest { #expect(await isAnswered(connection), "the greediest network comes first") }
        }
    }

    @Test func behindAProxyRequestsCountForTheirClient() async throws {
        try await withMarket(limits: Self.withoutTimeouts(connections: 100, perAddress: 2), proxies: .loopback) {
            market in
            let silent = try (1...2).map { _ in try RawConnection(port: market.port) }
            for connection in silent { await sendHead(on: connection, for: "2001:db8::1") }
            // Another address of the same /64.
            let third = try RawConnection(port: market.port)
            await sendHead(on: third, for: "2001:db8::2")
            #expect(await silent[0].isClosedByServer(within: 600))
            let other = try RawConnection(port: market.port)
            await sendHead(on: other, for: "2001:db8:1::1")
            #expect(await !silent[1].isClosedByServer(within: 0))
        }
    }

    @Test func headsWithoutBodiesKeepNobodyOutBehindAProxy() async throws {
        try await withMarket(limits: Self.withoutTimeouts(connections: 8, perAddress: 4), proxies: .loopback) {
            market in
            var silent: [RawConnection] = []
            for client in 1...2 {
                for _ in 1...4 {
                    silent.append(try RawConnection(port: market.port))
                    await sendHead(on: silent[silent.count - 1], for: "2001:db8:0:\(client)::1")
                }
            }
            // More than the listener may accept at once beyond the limit.
            var others: [RawConnection] = []
            for client in 1...7 {
                let honest = try RawConnection(port: market.port)
                await honest.send(
                    "GET /healthChecker HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.\(client)\r\n\r\n"
                )
                others.append(honest)
            }
            for honest in others { #expect(await honest.readAnswer()?.status == 200) }
        }
    }

    @Test func whenAllAreTakenTheGreediestAddressMakesRoom() async throws {
        try await withMarket(limits: Self.withoutTimeouts(connections: 12, perAddress: 10)) { market in
            let modest = try RawConnection(port: market.port, from: "127.0.0.4")
            #expect(await isAnswered(modest))
            var greedy: [RawConnection] = []
            for _ in 1...10 {
                greedy.append(try RawConnection(port: market.port, from: "127.0.0.2"))
                #expect(await isAnswered(greedy[greedy.count - 1]))
            }
            // More than the limit, each from its own address. One after the other: a connection counts when its event loop
            // has it, and until then the listener may accept more of those that wait.
            var others: [RawConnection] = []
            for address in 5...9 {
                others.append(try RawConnection(port: market.port, from: "127.0.0.\(address)"))
                #expect(await isAnswered(others[others.count - 1]))
            }
            #expect(await isAnswered(modest), "who has been idle longer, but alone, was closed")
            for connection in greedy { await connection.send(Self.request) }
            var answered = 0
            for connection in greedy where await connection.readAnswer()?.status == 200 { answered += 1 }
            #expect(answered < 10)
            #expect(answered >= 4)
        }
    }

    @Test func connectionsOfATrustedProxyAreNotCountedByAddress() async throws {
        try await withMarket(limits: Self.withoutTimeouts(connections: 100, perAddress: 2), proxies: .loopback) {
            market in
            let connections = try (1...6).map { _ in try RawConnection(port: market.port, from: "127.0.0.2") }
            for connection in connections { #expect(await isAnswered(connection)) }
            for connection in connections { #expect(await isAnswered(connection)) }
        }
    }

    @Test func closedConnectionsAreForgotten() async throws {
        try await withMarket { market in
            do {
                let connections = try (1...20).map { _ in try RawConnection(port: market.port, from: "127.0.0.2") }
                for connection in connections { #expect(await isAnswered(connection)) }
                #expect(market.dependencies.connections.counts.open >= 20)
            }
            try await wait { market.dependencies.connections.counts.open <= 1 }
        }
    }
}

/// The table without sockets: the event loops of its connections run only when a test lets them.
struct ConnectionTableTests {
    private func table(for count: Int, perAddress: Int = 256) -> ConnectionTable {
        var limits = ServerLimits()
        limits.connections.total = count
        limits.connections.perAddress = perAddress
        return ConnectionTable(
            limits: limits,
            descriptors: DescriptorBudget(limit: 4096, openCount: { nil }),
            factory: NOOPMetricsHandler.instance
        )
    }

    private func connection(on loop: EmbeddedEventLoop, from address: String = "127.0.0.2") throws -> OpenConnection {
        let address = try #require(IPAddress(address))
        return OpenConnection(channel: EmbeddedChannel(loop: loop), address: ClientAddress(address), isExempt: false)
    }

    /// Work that can wait gives way to requests, not to open connections.
    @Test func itIsBusyWhileRequestsAreAnswered() throws {
        let loop = EmbeddedEventLoop()
        let table = table(for: 8)
        #expect(!table.isBusy)
        let connection = try connection(on: loop)
        #expect(table.admit(connection))
        #expect(!table.isBusy, "nothing has been asked")
        let longAgo = NIODeadline.uptimeNanoseconds(0)
        connection.requestsChanged(by: 1, at: longAgo)
        #expect(table.isBusy, "a request takes long")
        connection.waitsForClient(true)
        #expect(!table.isBusy, "the client takes long")
        connection.waitsForClient(false)
        connection.requestsChanged(by: -1, at: longAgo)
        #expect(!table.isBusy)
        // However slow the machine is, that was a moment ago.
        connection.requestsChanged(by: 0, at: .now() + .hours(1))
        #expect(table.isBusy, "a request has just ended")
        table.remove(connection)
        #expect(table.isBusy, "and so has its connection")
    }

    /// A load balancer asks every second for ever. What waits for an idle market would never begin.
    @Test(arguments: ["/healthChecker", "/health", "/health/ready", "/health/live?verbose=1", "/metrics"])
    func healthChecksAreNoWork(_ path: String) async throws {
        try await withMarket { market in
            func ask(_ path: String) async throws {
                let connection = try RawConnection(port: market.port)
                await connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(await connection.readAnswer() != nil)
            }
            try await ask(path)
            #expect(!market.dependencies.isBusy)
            // On a busy machine, a second may pass between an answer and the look at it.
            var wasBusy = false
            for _ in 1...100 where !wasBusy {
                try await ask("/api/products")
                wasBusy = market.dependencies.isBusy
            }
            #expect(wasBusy)
        }
    }

    @Test func waitingForRoomEvictsNoMoreThanIsNeeded() throws {
        let (table, loop) = (table(for: 4), EmbeddedEventLoop())
        let connections = try (1...4).map { _ in try connection(on: loop) }
        for connection in connections { #expect(table.admit(connection)) }
        for _ in 1...10 { #expect(!table.makeRoom()) }
        let evicted = connections.filter(\.isClosing)
        #expect(evicted.count == 1)

        // Closed, it is replaced by one more, and for the next one a second connection has to go.
        let closed = try #require(evicted.first)
        table.remove(closed)
        #expect(table.makeRoom())
        let next = try connection(on: loop)
        #expect(table.admit(next))
        for _ in 1...10 { #expect(!table.makeRoom()) }
        #expect(table.counts.open == 4)
        #expect(connections.filter(\.isClosing).count == 2)
    }

    @Test func whoseRequestArrivedFirstStaysAndAnotherMakesRoom() throws {
        let (table, loop) = (table(for: 2), EmbeddedEventLoop())
        let connections = try (1...2).map { _ in try connection(on: loop) }
        for connection in connections { #expect(table.admit(connection)) }
        #expect(!table.makeRoom())
        let evicted = connections.filter(\.isClosing)
        let busy = try #require(evicted.first)
        busy.requestsChanged(by: 1, at: .now())
        loop.run()
        #expect(!busy.isClosing)
        #expect(!table.makeRoom())
        #expect(connections.filter(\.isClosing).count == 1)
        #expect(!busy.isClosing)
    }
}

/// Connections with requests in flight, which can give way or not.
extension ConnectionTableTests {
    @Test func anAddressWhoseConnectionsAreAllBusyGetsNoMore() throws {
        let (table, loop) = (table(for: 100, perAddress: 2), EmbeddedEventLoop())
        for _ in 1...2 {
            let busy = try connection(on: loop)
            #expect(table.admit(busy))
            busy.requestsChanged(by: 1, at: .now())
        }
        #expect(try !table.admit(connection(on: loop)))
        #expect(try table.admit(connection(on: loop, from: "127.0.0.3")))
        #expect(table.counts.open == 3)
    }

    @Test func anUploadThatMakesProgressIsClosedLast() throws {
        let (table, loop) = (table(for: 4), EmbeddedEventLoop())
        let connections = try (1...4).map { _ in try connection(on: loop) }
        for (number, connection) in connections.enumerated() {
            #expect(table.admit(connection))
            connection.requestsChanged(by: 1, at: .now())
            connection.waitsForClient(true)
            // The first one arrived first, and is the only one that brings bytes.
            if number == 0 { connection.madeProgress(at: .now() + .hours(1)) }
        }
        // One after the other, each closed at once.
        for round in 1...4 {
            #expect(!table.makeRoom())
            let evicted = connections.filter(\.isClosing)
            #expect(evicted.count == round)
            #expect(connections[0].isClosing == (round == 4))
            for connection in evicted { table.remove(connection) }
            while table.counts.open < 4 {
                let busy = try connection(on: loop, from: "127.0.5.\(round)")
                #expect(table.admit(busy))
                busy.requestsChanged(by: 1, at: .now())
            }
        }
    }
}

/// The file descriptor limit of the operating system.
struct DescriptorBudgetTests {
    @Test func connectionsLeaveAReserve() {
        let budget = DescriptorBudget(limit: 4096, openCount: { nil })
        #expect(budget.connections(atMost: 10_000, othersOpen: 0) == 3584)
        #expect(budget.connections(atMost: 10_000, othersOpen: 84) == 3500)
        #expect(budget.connections(atMost: 1000, othersOpen: 0) == 1000)
        #expect(DescriptorBudget(limit: 256, openCount: { nil }).connections(atMost: 1000, othersOpen: 28) == 100)
        #expect(DescriptorBudget(limit: 10, openCount: { nil }).connections(atMost: 1000, othersOpen: 28) == 1)
    }

    @Test func whatIsOpenIsCounted() throws {
        let budget = DescriptorBudget.ofProcess()
        #expect(budget.limit > 0)
        if let count = budget.openCount() { #expect(count > 2) }
    }
}

/// A listening socket while the system has no file descriptors left. The smoke test covers the real socket.
struct ListenerHandlerTests {
    private final class Reads: ChannelOutboundHandler {
        typealias OutboundIn = Never
        private(set) var count = 0

        func read(context: ChannelHandlerContext) { count += 1 }
    }

    @Test func withoutDescriptorsAcceptingPausesAndIsToldOnce() throws {
        let log = CollectedLog()
        let table = ConnectionTable(
            limits: ServerLimits(),
            descriptors: DescriptorBudget(limit: 1024, openCount: { nil }),
            factory: PrometheusRegistry(),
            logger: Logger(log)
        )
        let reads = Reads()
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandlers([reads, ListenerHandler(connections: table)])
        for attempt in 1...5 {
            channel.pipeline.read()
            #expect(reads.count == attempt)
            channel.pipeline.fireErrorCaught(IOError(errnoCode: EMFILE, reason: "accept"))
            // What the socket does then.
            for _ in 1...100 { channel.pipeline.read() }
            #expect(reads.count == attempt, "accepting was tried again at once")
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            #expect(reads.count == attempt + 1)
            // That read continues; the next one is the socket's own.
            channel.pipeline.fireErrorCaught(IOError(errnoCode: ECONNABORTED, reason: "accept"))
            break
        }
        #expect(log.messages.count == 1)
        try channel.throwIfErrorCaught()
    }
}
