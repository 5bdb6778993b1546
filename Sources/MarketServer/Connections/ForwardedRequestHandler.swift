import HTTPTypes
import MarketAPI
import MarketCore
import MarketModels
import MarketTexts
import NIOCore
import NIOHTTPTypes

/// A handler that counts the requests of trusted proxies for the clients that sent them. A client with too many requests
/// in flight gets 503.
///
/// A proxy uses one connection for requests of many clients, one after the other. Responses from the cache, which end at
/// once, don't count.
final class ForwardedRequestHandler: ExchangeHandler {
    private let origins: OriginPolicy
    private let connections: ConnectionTable
    /// The connection if it comes from a trusted proxy.
    private var connection: OpenConnection?
    /// The number of requests whose heads were read and whose responses haven't ended.
    private var unansweredRequests = 0
    /// The head of a request that is refused, until it is answered.
    private var refused: HTTPRequest?
    /// Whether the parts of a refused request are discarded.
    private var isDiscarding = false

    init(origins: OriginPolicy, connections: ConnectionTable) {
        self.origins = origins
        self.connections = connections
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let connection = ConnectionMarkerHandler.connection(of: context.channel)
        if connection?.isExempt == true { self.connection = connection }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let connection else {
            context.fireChannelRead(data)
            return
        }
        switch unwrapInboundIn(data) {
        case .head(let head):
            // Proxies don't pipeline. If one did, the connection would count for the client of the first request.
            if unansweredRequests == 0 {
                let client = origins.proxies.clientAddress(
                    peer: IPAddress(context.channel.remoteAddress),
                    forwardedFor: head.headerFields[.xForwardedFor]
                )
                isDiscarding = !connections.beginRequest(on: connection, for: client)
            }
            if isDiscarding {
                refused = head
                return
            }
            unansweredRequests += 1
        case .body:
            if isDiscarding { return }
        case .end:
            if isDiscarding {
                refuse(context)
                isDiscarding = false
                return
            }
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // The rest of its body isn't waited for.
        refuse(context)
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.write(data, promise: promise)
        guard let connection, case .end = unwrapOutboundIn(data) else { return }
        unansweredRequests -= 1
        if unansweredRequests == 0 { connections.endRequest(on: connection) }
    }

    private func refuse(_ context: ChannelHandlerContext) {
        guard let request = refused else { return }
        refused = nil
        let language = Language(acceptLanguage: request.headerFields[.acceptLanguage])
        let error = ErrorTranslator().translate(MarketError.busy, language: language)
        write(error, in: origins.cacheVariant(of: request).dialect, toHead: request.method == .head, context)
    }
}
