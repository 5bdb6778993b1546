import HTTPTypes
import Logging
import MarketCore
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Takes the headers of proxies out of requests that come from elsewhere, so that nothing behind it can believe them.
///
/// They may come from a proxy of whose address the server was not told. Then everybody behind it counts as one client;
/// the first time that is said in the log.
final class ForwardedHeadersHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    /// Said once for all entrances.
    final class Warning: Sendable {
        private let isGiven = Atomic<Bool>(false)

        func give(_ log: () -> Void) {
            if !isGiven.exchange(true, ordering: .relaxed) { log() }
        }
    }

    private let proxies: TrustedProxies
    private let warning: Warning
    private let logger: Logger
    private var peer: IPAddress?
    private var isTrusted = false

    init(proxies: TrustedProxies, warning: Warning, logger: Logger) {
        self.proxies = proxies
        self.warning = warning
        self.logger = logger
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { look(at: context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        look(at: context)
        context.fireChannelActive()
    }

    private func look(at context: ChannelHandlerContext) {
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
        // From this machine, but for somebody else: a proxy here of which the server was not told.
        if peer.map({ ClientAddress($0).isLoopback }) == true { head.headerFields[.forwardedByUntrusted] = "1" }
        warning.give {
            let address = peer.map { "\(ClientAddress($0))" } ?? "an unknown address"
            logger.warning(
                """
                Forwarded headers came from \(address), which is no trusted proxy, and are not believed. If a proxy of \
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
