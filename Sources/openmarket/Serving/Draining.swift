import Foundation
import Logging
import MarketServer
import ServiceLifecycle
import UnixSignals

enum StopSignals {
    /// Returns the signals, of which a hang-up is one where there is a terminal to be closed. Without a terminal, and under
    /// `nohup`, it is ignored: somebody who sends it wants settings to be read again, and not the server to end.
    static func all() -> [UnixSignal] {
        let isIgnored = unsafeBitCast(signal(SIGHUP, SIG_IGN), to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        let terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { return [.sigterm, .sigint] }
        close(terminal)
        return isIgnored ? [.sigterm, .sigint] : [.sigterm, .sigint, .sighup]
    }
}

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
