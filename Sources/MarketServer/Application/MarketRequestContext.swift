public import Hummingbird
import NIOCore

/// What belongs to one request.
public struct MarketRequestContext: RequestContext, RemoteAddressRequestContext {
    public var coreContext: CoreRequestContextStorage
    public let remoteAddress: SocketAddress?

    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress
    }

    /// The address of the other end of the connection, without its port.
    var connectionAddress: String? { remoteAddress?.ipAddress }
}
