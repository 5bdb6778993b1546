import Foundation
import HTTPTypes
public import Hummingbird
public import Logging
import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The socket in the data folder through which commands reach the running server. Only its owner may open it.
public enum AdminSocket {
    /// The place of the one call.
    public static let requestPath = "/admin"
    /// The longest path that a Unix socket can have here, less the final NUL.
    static let maximumPathByteCount = 107
    static let maximumRequestByteCount = 64 * 1024

    /// Where the socket of a data folder is.
    public static func path(in dataFolder: String) -> String {
        dataFolder + "/admin.sock"
    }

    /// Whether a socket can be made there at all.
    public static func fits(_ path: String) -> Bool {
        path.utf8.count <= maximumPathByteCount
    }

    /// Makes the server that listens at the socket. What a dead server has left at the path is removed: the lock on the
    /// folder says that no other server lives.
    public static func buildApplication(
        at path: String,
        administrator: Administrator,
        parts: ServerParts,
        logger: Logger
    ) -> some ApplicationProtocol {
        unlink(path)
        let router = Router()
        router.post(RouterPath(requestPath)) { request, _ -> Response in
            let body = try await request.body.collect(upTo: maximumRequestByteCount)
            let reply: AdminReply =
                if let question = try? JSONDecoder().decode(AdminRequest.self, from: Data(body.readableBytesView)) {
                    await administrator.perform(question)
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
                await ListenerHandler.install(on: listener, connections: parts.connections, isUnbounded: true)
                // The folder is its owner's alone already; this is the second lock on the door.
                chmod(path, 0o600)
            },
            logger: logger
        )
    }
}
