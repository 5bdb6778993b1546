public import Hummingbird
public import MarketCore
public import NIOCore

/// What belongs to one request.
public struct MarketRequestContext: RequestContext, RemoteAddressRequestContext {
    public var coreContext: CoreRequestContextStorage
    public let remoteAddress: SocketAddress?
    /// The connection, or over HTTP/2 the stream.
    let channel: any Channel

    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
        channel = source.channel
        clientAddress = IPAddress(remoteAddress).map(ClientAddress.init) ?? .unknown
    }

    /// Whom the request counts for, where something is bounded for each client: the other end of the connection, or
    /// behind a trusted proxy whom the proxy names.
    public internal(set) var clientAddress: ClientAddress
}
