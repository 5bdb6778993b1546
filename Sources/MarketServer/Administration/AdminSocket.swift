import Foundation
import HTTPTypes
public import Hummingbird
public import Logging
import MarketModels
import NIOCore

/// The Unix socket in the data folder through which commands reach the running server. Only its owner may open it.
public enum AdminSocket {
    /// The path of the only route.
    public static let requestPath = "/admin"
    /// The maximum length of a Unix socket's path in bytes, without the terminating NUL.
    static let maximumPathByteCount = 107
    /// The largest request has the file of a picture, as JSON in base64.
    static let maximumRequestByteCount = ImageLimits.maximumByteCount / 3 * 4 + 256 * 1024

    /// Returns the path of a data folder's socket.
    public static func path(in dataFolder: String) -> String {
        dataFolder + "/admin.sock"
    }

    /// Returns whether a path is short enough for a Unix socket.
    public static func fits(_ path: String) -> Bool {
        path.utf8.count <= maximumPathByteCount
    }

    /// Reads a request, as what other clients send is read: long runs of combining marks would keep the server busy.
    package static func request(in body: ByteBuffer) -> AdminRequest? {
        let text = String(buffer: body).streamSafe
        return try? JSONDecoder().decode(AdminRequest.self, from: Data(text.utf8))
    }

    /// Builds the server that listens at the socket. A socket left behind by a terminated server is removed first: the
    /// lock on the data folder guarantees that no other server is running.
    public static func buildApplication(
        at path: String,
        adminService: AdminService,
        dependencies: ServerDependencies,
        logger: Logger
    ) -> some ApplicationProtocol {
        unlink(path)
        let router = Router()
        router.post(RouterPath(requestPath)) { request, _ -> Response in
            let body = try await request.body.collect(upTo: maximumRequestByteCount)
            let reply: AdminResponse =
                if let question = AdminSocket.request(in: body) {
                    await adminService.perform(question)
                } else {
                    .refused("This server is another version and doesn't know that request.")
                }
            let bytes = try JSONEncoder().encode(reply)
            return Response(
                status: .ok,
                headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
            )
        }
        return Application(
            router: router,
            configuration: ApplicationConfiguration(address: .unixDomainSocket(path: path)),
            onServerRunning: { listener in
                await ListenerHandler.install(on: listener, connections: dependencies.connections, isUnbounded: true)
                // The data folder is accessible to its owner only; this is a second safeguard.
                chmod(path, 0o600)
            },
            logger: logger
        )
    }
}
