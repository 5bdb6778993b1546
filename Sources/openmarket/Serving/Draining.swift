import Logging
import MarketServer
import ServiceLifecycle
import UnixSignals

/// A service that holds up the end of all services before it in their group, which stops them in reverse order. Until it
/// ends, the server answers requests and tells load balancers to send no more.
struct Draining: Service {
    let state: DrainState
    /// The time for which the server continues to serve.
    let time: Duration
    let logger: Logger

    func run() async throws {
        try await gracefulShutdown()
        state.begin()
        guard time > .zero else { return }
        logger.notice("draining", metadata: ["seconds": "\(time.components.seconds)"])
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        await withTaskGroup { group in
            group.addTask { try? await Task.sleep(for: time) }
            // Whoever asks a second time doesn't want to wait.
            group.addTask { for await _ in signals { break } }
            await group.next()
            group.cancelAll()
        }
    }
}
