import Foundation
public import Hummingbird
package import MarketAPI
public import MarketCore
package import MarketModels
public import NIOCore

/// The context of one request.
public struct MarketRequestContext: RequestContext, RemoteAddressRequestContext {
    public var coreContext: CoreRequestContextStorage
    public let remoteAddress: SocketAddress?
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

/// What a middleware passes a request on to.
package typealias NextResponder = (Request, MarketRequestContext) async throws -> Response

extension MarketRequestContext {
    /// Returns the product id in the path. Apps that print an optional send `Optional(32)` (API.md, “training”), and some
    /// leave the colon of a placeholder before it: `:32`.
    package func productID() throws -> Product.ID {
        var text = segment(.id)[...]
        if text.hasPrefix(":") { text = text.dropFirst() }
        if text.hasPrefix("Optional("), text.hasSuffix(")") {
            text = text.dropFirst("Optional(".count).dropLast()
        }
        guard let id = Int64(text), id >= 0 else { throw MarketError.unknownProduct }
        return Product.ID(rawValue: id)
    }

    /// Returns the vendor's id in the path.
    package func vendorID() throws -> Vendor.ID {
        guard let id = Int64(segment(.id)), id >= 0 else { throw RequestError.unknownPath }
        return Vendor.ID(rawValue: id)
    }

    /// Returns the number of the report in the path.
    package func reportID() throws -> Report.ID {
        guard let id = Int64(segment(.id)), id > 0 else { throw RequestError.unknownPath }
        return Report.ID(rawValue: id)
    }

    /// Returns the delete token in the path, without the quotes that some clients add.
    func token(_ parameter: RoutePattern.Parameter) -> String {
        segment(parameter).filter { $0 != "\"" }
    }

    package func segment(_ parameter: RoutePattern.Parameter) -> String {
        coreContext.parameters.get(parameter.rawValue)?.percentDecoded ?? ""
    }
}

extension String {
    /// The text that a segment of a path or a header means, with long runs of combining marks divided; itself, if it isn't
    /// well formed.
    var percentDecoded: String {
        utf8.contains(UInt8(ascii: "%")) ? (removingPercentEncoding ?? self).streamSafe : self
    }
}
