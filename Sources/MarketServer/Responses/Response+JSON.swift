import Foundation
package import HTTPTypes
package import Hummingbird
import MarketAPI
import MarketHashing
import MarketModels

extension Response {
    /// Returns a response to a GET that must not be cached. It has an entity tag, so that a known response gets 304.
    package static func uncached(_ bytes: [UInt8], type: String = "application/json", to request: Request) -> Response {
        let tag = EntityTag.of(bytes)
        var headers: HTTPFields = [.cacheControl: "no-store", .eTag: tag]
        if request.negotiation.knows(tag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = type
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    package static func json(_ bytes: [UInt8], status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    /// Returns the response to a write with the body of a GET of the product, and with the same entity tag.
    static func tagged(_ bytes: [UInt8], status: HTTPResponse.Status) -> Response {
        var response = json(bytes, status: status)
        response.headers[.eTag] = EntityTag.of(bytes)
        return response
    }
}

extension EntityTag {
    private static let digestByteCount = 16

    /// Returns the tag of a representation: BLAKE2b-128 of its bytes, in hexadecimal digits between quotes.
    static func of(_ bytes: some ContiguousBytes) -> String {
        "\"\(bytes.withUnsafeBytes { BLAKE2b.hash($0, byteCount: digestByteCount) }.hexDigits)\""
    }
}
