import Foundation
package import HTTPTypes
package import Hummingbird
package import MarketCore
import NIOPosix

extension StoredFile {
    /// The size in bytes of the largest file that is read at once, in one visit to the thread pool. Larger ones are
    /// streamed.
    private static let oneReadByteCount = 256 * 1024

    /// Returns a response with the content of the file, or nil if the file has changed since it was found.
    package func response(_ headers: HTTPFields) async throws -> Response? {
        guard let bytes = try await read() else { return nil }
        var headers = headers
        headers[.contentLength] = String(byteCount)
        guard byteCount > Self.oneReadByteCount else {
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
        }
        return Response(status: .ok, headers: headers, body: ImageResponseBody.reading(self))
    }

    /// Returns the content of a file that is small enough to be read at once, or nil if it isn't or has changed since it was found.
    package func bytes() async throws -> [UInt8]? {
        guard byteCount <= Self.oneReadByteCount else { return nil }
        return try await read().map { [UInt8](buffer: $0) }
    }

    /// - Returns: The bytes, empty if the file is to be streamed; nil if the file has changed since it was found.
    private func read() async throws -> ByteBuffer? {
        try await NIOThreadPool.singleton.runIfActive {
            guard let handle = fopen(path, "rbe") else { return nil }
            defer { fclose(handle) }
            guard isUnchanged(openedAs: fileno(handle)) else { return nil }
            var buffer = ByteBuffer()
            guard byteCount <= Self.oneReadByteCount else { return buffer }
            buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: byteCount) { space in
                fread(space.baseAddress, 1, byteCount, handle)
            }
            return buffer.readableBytes == byteCount ? buffer : nil
        }
    }
}
