import HTTPTypes
import Logging
import MarketCore
import NIOCore
import NIOHTTPTypes
import Synchronization

/// A handler that removes the forwarded headers of requests that don't come from a trusted proxy, so that everything
/// after it can rely on them.
///
/// The sender may be a proxy that isn't configured as trusted, or one on this machine that sends no `X-Forwarded-For`. All clients
/// behind it then count as one client; the first such request is logged, and none of them counts as this machine's own.
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
    private var isLoopback = false
    /// The host of the connection's last request that asked for this machine itself: looking at the same one again takes longer.
    private var loopbackAuthority: String?

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
        isLoopback = peer.map { ClientAddress($0).isLoopback } ?? false
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard isLoopback || !isTrusted, case .head(var head) = unwrapInboundIn(data) else {
            context.fireChannelRead(data)
            return
        }
        let isForwarded = !isTrusted && head.headerFields.contains(where: Self.isForwarded)
        // Nobody asks this machine by another name than its own, but a proxy that passes on what it was asked for.
        let isOfOthers =
            isLoopback && !isForwarded && head.headerFields[.xForwardedFor] == nil && !isForLoopback(head.authority)
        guard isForwarded || isOfOthers else {
            context.fireChannelRead(data)
            return
        }
        if isForwarded { head.headerFields = HTTPFields(head.headerFields.filter { !Self.isForwarded($0) }) }
        if isLoopback { head.headerFields[.forwardedForUnknown] = "1" }
        warning.logOnce {
            let address = peer.map { "\(ClientAddress($0))" } ?? "an unknown address"
            logger.warning(
                isForwarded
                    ? """
                    Forwarded headers came from \(address), which isn't a trusted proxy, and were ignored. If a proxy of \
                    yours is there, name its address with --trusted-proxy: until then everybody behind it counts as one \
                    client.
                    """
                    : """
                    A request for another host than this machine came from \(address) without X-Forwarded-For. If a proxy of \
                    yours is there, have it send that header, and name its address with --trusted-proxy: until then everybody \
                    behind it counts as one client.
                    """
            )
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private static func isForwarded(_ field: HTTPField) -> Bool {
        field.name == .xForwardedFor || field.name == .xForwardedHost || field.name == .xForwardedProto
    }

    /// Returns whether a host is one that a machine has for itself, or none.
    private func isForLoopback(_ authority: String?) -> Bool {
        guard let authority, authority != loopbackAuthority else { return true }
        let isBracketed = authority.hasPrefix("[")
        let host = isBracketed ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        guard host.lowercased() == "localhost" || IPAddress(host).map({ ClientAddress($0).isLoopback }) ?? false else {
            return false
        }
        loopbackAuthority = authority
        return true
    }
}
