package import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

extension ApplicationProtocol {
    /// Runs the application on a free port for the duration of a test.
    package func test<Value: Sendable>(
        _ test: @Sendable (TestClient) async throws -> Value
    ) async throws -> Value {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let services = ServiceGroup(
            services: [ObservedApplication(base: self, port: port)],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // A server that can't listen has no port, for which nobody must wait.
                defer { port.finish() }
                try await services.run()
            }
            guard let port = await ports.first(where: { _ in true }) else {
                try await group.waitForAll()
                throw ChannelError.operationUnsupported
            }
            let client = TestClient(port: port)
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await test(client)) } catch { outcome = .failure(error) }
            await client.close()
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
            return try outcome.get()
        }
    }
}

/// An application that listens on a free port of this machine, and tells which.
private struct ObservedApplication<Base: ApplicationProtocol>: ApplicationProtocol {
    let base: Base
    let port: AsyncStream<Int>.Continuation

    var responder: Base.Responder { get async throws { try await base.responder } }
    var server: HTTPServerBuilder { base.server }
    var eventLoopGroup: any EventLoopGroup { base.eventLoopGroup }
    var configuration: ApplicationConfiguration { base.configuration.with(address: .hostname("127.0.0.1", port: 0)) }
    var logger: Logger { base.logger }
    var services: [any Service] { base.services }
    var processesRunBeforeServerStart: [@Sendable () async throws -> Void] { base.processesRunBeforeServerStart }

    @Sendable func onServerRunning(_ channel: any Channel) async {
        await base.onServerRunning(channel)
        if let number = channel.localAddress?.port { port.yield(number) }
    }
}
