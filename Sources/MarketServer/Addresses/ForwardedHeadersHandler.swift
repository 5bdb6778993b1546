import HTTPTypes
import Logging
import MarketCore
import NIOCore
import NIOHTTPTypes
import Synchronization

/// A handler that removes the forwarded headers of requests that don't come from a trusted proxy, so that everything
/// after it can rely on them.
///
/// The sender may be a proxy that isn't configured as trusted. All clients behind it then count as one client; the
/// first such request is logged.
final class ForwardedHeadersHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    /// A warning that is logged once for all listeners.
    final class OneTimeWarning: Sendable {
        private let isLogged = Atomic<Bool>(false)

        func logOnce(_ log: () -> Void) {
            if !isLogged.exchange(true, ordering: .relaxed) { log() }
        }
    }

    private let proxies: TrustedProxies
    private let warning: OneTimeWarning
    private let logger: Logger
    private var peer: IPAddress?
    private var isTrusted = false

    init(proxies: TrustedProxies, warning: OneTimeWarning, logger: Logger) {
        self.proxies = proxies
        self.warning = warning
        self.logger = logger
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { readPeerAddress(of: context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        readPeerAddress(of: context)
        context.fireChannelActive()
    }

    private func readPeerAddress(of context: ChannelHandlerContext) {
        guard peer == nil else { return }
        peer = IPAddress(context.channel.remoteAddress)
        isTrusted = peer.map(proxies.contains) ?? false
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isTrusted, case .head(var head) = unwrapInboundIn(data),
            head.headerFields.contains(where: Self.isForwarded)
        else {
            context.fireChannelRead(data)
            return
        }
        head.headerFields = HTTPFields(head.headerFields.filter { !Self.isForwarded($0) })
        // A forwarded request from this machine comes from a local proxy that isn't configured as trusted.
        if peer.map({ ClientAddress($0).isLoopback }) == true { head.headerFields[.forwardedByUntrusted] = "1" }
        warning.logOnce {
            let address = peer.map { "\(ClientAddress($0))" } ?? "an unknown address"
            logger.warning(
                """
                Forwarded headers came from \(address), which isn't a trusted proxy, and were ignored. If a proxy of \
                yours is there, name its address with --trusted-proxy: until then everybody behind it counts as one \
                client.
                """
            )
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private static func isForwarded(_ field: HTTPField) -> Bool {
        field.name == .xForwardedFor || field.name == .xForwardedHost || field.name == .xForwardedProto
    }
}
