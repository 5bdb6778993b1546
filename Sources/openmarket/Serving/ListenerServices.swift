import Foundation
import HummingbirdCore
import Logging
import MarketAPI
import MarketCommands
import MarketCore
import MarketModels
import MarketServer
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

/// The servers of all listeners: the main port, one for each `--edition-port`, and the metrics port.
struct ListenerServices {
    private let settings: ServerSettings
    private let dependencies: ServerDependencies
    private let logger: Logger
    private let startupMessage: StartupMessage
    /// Has an element once all listeners are open.
    let opening: AsyncStream<Void>

    /// - Parameter firstLink: the token of a link to sign in as the first operator; nil for none.
    init(settings: ServerSettings, dependencies: ServerDependencies, firstLink: String?, logger: Logger) {
        self.settings = settings
        self.dependencies = dependencies
        self.logger = logger
        let (opening, continuation) = AsyncStream<Void>.makeStream()
        self.opening = opening
        startupMessage = StartupMessage(settings: settings, firstLink: firstLink, opening: continuation)
    }

    /// Returns how links begin that commands print.
    var origin: @Sendable () -> String { { [startupMessage] in startupMessage.origin } }

    func all() throws -> [any Service] {
        let origins = OriginPolicy(
            fixed: settings.baseURL,
            images: settings.imagesURL,
            proxies: settings.proxies,
            fallback: fallbackOrigin,
            editionHosts: settings.editionHosts,
            roundsPrices: settings.prices.isWhole
        )
        let main = try listener(origins, port: settings.port, place: 0)
        let extras = try settings.editionPorts.enumerated().map { index, extra in
            try listener(
                origins.restricted(to: extra.edition),
                port: extra.port,
                place: index + 1
            )
        }
        return [main] + extras + (settings.metricsPort.map { [metricsListener(port: $0)] } ?? [])
    }

    private func metricsListener(port: Int) -> any Service {
        let application = MetricsListener.buildApplication(
            dependencies: dependencies,
            address: .hostname(settings.host, port: port),
            logger: logger,
            onServerRunning: { [startupMessage, place = settings.editionPorts.count + 1] channel in
                startupMessage.listenerIsOpen(place, port: channel.localAddress?.port ?? port)
            }
        )
        return Listener(application: application, host: settings.host, port: port, flag: "--metrics-port")
    }

    private func listener(
        _ origins: OriginPolicy,
        port: Int,
        place: Int
    ) throws -> any Service {
        let application = try buildApplication(
            dependencies: dependencies,
            origins: origins,
            address: .hostname(settings.host, port: port),
            logger: logger,
            onServerRunning: { [startupMessage] channel in
                startupMessage.listenerIsOpen(place, port: channel.localAddress?.port ?? port)
            }
        )
        return Listener(
            application: application,
            host: settings.host,
            port: port,
            flag: place == 0 ? "--port" : "--edition-port"
        )
    }

    private var fallbackOrigin: Origin {
        guard let origin = Origin(scheme: "http", authority: "localhost:\(settings.port)") else {
            preconditionFailure("a number can stand in an origin")
        }
        return origin
    }
}

/// A service that runs one server, and explains what to do if it can't listen.
private struct Listener: Service {
    let application: any Service
    let host: String
    let port: Int
    /// The flag that sets the port.
    let flag: String

    func run() async throws {
        do {
            try await application.run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw CommandFailure("Port \(port) is in use. Stop whatever is using it, or choose another with \(flag).")
        } catch let error as IOError where error.errnoCode == EACCES {
            throw CommandFailure(
                """
                The market runs as \(Privileges.userName), who isn't allowed to use port \(port). Choose one above 1023 with \
                \(flag), and put Caddy in front, which people reach at the ports 80 and 443.
                """
            )
        } catch let error as IOError where error.errnoCode == EADDRNOTAVAIL {
            throw CommandFailure("This machine doesn't have the address \(host). Choose another with --host.")
        } catch is SocketAddressError.UnknownHost {
            throw CommandFailure(
                "\(host) is no address, and no name of one. Give one without a port and brackets, such as 0.0.0.0 or ::, with --host."
            )
        }
    }
}

/// A service that runs the server of the admin socket. A market whose folder takes none opens without it: shared folders of some
/// virtual machines have no sockets, and on a disk without inodes there is no room for one.
struct AdminListener: Service {
    let application: any Service
    let logger: Logger

    func run() async throws {
        do {
            try await application.run()
        } catch let error as IOError {
            try await waitWithout(because: SystemError(number: error.errnoCode).description)
        } catch is UnixDomainSocketPathWrongType {
            try await waitWithout(because: "something else is in its place")
        }
    }

    private func waitWithout(because reason: String) async throws {
        Self.warn(because: reason, logger)
        try await gracefulShutdown()
    }

    static func warn(because reason: String, _ logger: Logger) {
        logger.warning("no admin socket: stop the server to run admin commands", metadata: ["reason": "\(reason)"])
    }
}

/// The message with the market's addresses, which is written once all listeners are open.
private final class StartupMessage: Sendable {
    private let settings: ServerSettings
    private let firstLink: String?
    private let opening: AsyncStream<Void>.Continuation
    /// The ports by place: the main port first, the metrics port last. Nil until the listener is open.
    private let ports: Mutex<[Int?]>

    init(settings: ServerSettings, firstLink: String?, opening: AsyncStream<Void>.Continuation) {
        self.settings = settings
        self.firstLink = firstLink
        self.opening = opening
        ports = Mutex(
            Array(repeating: nil, count: 1 + settings.editionPorts.count + (settings.metricsPort == nil ? 0 : 1))
        )
    }

    func listenerIsOpen(_ place: Int, port: Int) {
        let open = ports.withLock { ports -> [Int]? in
            ports[place] = port
            return ports.contains(nil) ? nil : ports.compactMap { $0 }
        }
        guard let open else { return }
        var text = "Open Market is open: \(url(port: open[0]))\n"
        for (extra, port) in zip(settings.editionPorts, open.dropFirst()) {
            text += "\(extra.edition.rawValue) edition: \(url(port: port))\n"
        }
        for (host, edition) in settings.editionHosts.sorted(by: { $0.key < $1.key }) {
            text += "\(edition.rawValue) edition: by the host name \(host)\n"
        }
        if settings.metricsPort != nil, let port = open.last {
            text += "metrics: \(url(port: port))/metrics\n"
        }
        if let firstLink {
            text += "Sign in as its operator, once, within 10 minutes: \(origin)/operator/in?token=\(firstLink)\n"
            if origin.hasPrefix("http://localhost:") { text += "For other machines than this one, set base-url.\n" }
        }
        text += "Everything is kept in \(settings.dataFolder). Press Ctrl-C to stop.\n"
        LogOutput.standardOutput.append(Array(text.utf8))
        opening.yield()
    }

    /// The market's address for people, or for this machine. The port that is picked for `--port 0` is known once it is open.
    var origin: String { settings.baseURL?.text ?? url(port: ports.withLock { $0[0] } ?? settings.port) }

    private func url(port: Int) -> String {
        let host = ["0.0.0.0", "127.0.0.1", "::", "::1"].contains(settings.host) ? "localhost" : settings.host
        return "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}
