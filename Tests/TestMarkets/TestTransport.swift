import Foundation
import HTTPTypes
package import MarketClient
import NIOCore

/// Passes the requests of an API client to a test's server, without `URLSession`.
package struct TestTransport: HTTPTransport {
    private let server: TestClient

    package init(_ server: TestClient) {
        self.server = server
    }

    package func send(
        _ request: ClientRequest,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(TransportError) -> ClientResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let body = try body(of: request)
        guard let components = URLComponents(url: request.url, resolvingAgainstBaseURL: true),
            let method = HTTPRequest.Method(rawValue: request.method.rawValue)
        else { throw .notConnected(detail: "\(request.url) is no address") }
        var headers: HTTPFields = [:]
        for (name, value) in request.headers { if let name = HTTPField.Name(name) { headers[name] = value } }
        let query = components.percentEncodedQuery.map { "?\($0)" } ?? ""
        do {
            let response = try await server.execute(
                uri: components.percentEncodedPath + query,
                method: method,
                headers: headers,
                body: body.map { ByteBuffer(bytes: $0) }
            )
            if let body { progress(TransferProgress(completed: Int64(body.count), total: Int64(body.count))) }
            let received = Int64(response.body.readableBytes)
            if body == nil { progress(TransferProgress(completed: received, total: received)) }
            return ClientResponse(
                status: response.status.code,
                headers: Dictionary(response.headers.map { ($0.name.rawName, $0.value) }) { $1 },
                body: Data(response.body.readableBytesView)
            )
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .connectionLost(detail: "\(error)")
        }
    }

    private func body(of request: ClientRequest) throws(TransportError) -> Data? {
        switch request.body {
        case nil: return nil
        case .bytes(let bytes): return bytes
        case .file(let file):
            guard let bytes = try? Data(contentsOf: file) else { throw .unreadableBody(detail: file.path) }
            return bytes
        }
    }
}
