public import Hummingbird
public import MarketCore
public import NIOCore

/// The context of one request.
public struct MarketRequestContext: RequestContext, RemoteAddressRequestContext {
    public var coreContext: CoreRequestContextStorage
    public let remoteAddress: SocketAddress?
    /// The connection.
    let channel: any Channel

    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
        channel = source.channel
        clientAddress = IPAddress(remoteAddress).map(ClientAddress.init) ?? .unknown
    }

    /// The client that the request is attributed to where limits apply per client: the peer of the connection or,
    /// behind a trusted proxy, the client that the proxy names.
    public internal(set) var clientAddress: ClientAddress
}
