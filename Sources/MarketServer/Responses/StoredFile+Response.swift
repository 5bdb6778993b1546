import Foundation
package import HTTPTypes
package import Hummingbird
package import MarketCore
import NIOCore
import NIOPosix

extension StoredFile {
    /// The file no longer exists, or is shorter than expected.
    private struct Incomplete: Error, CustomStringConvertible {
        var description: String { "the file of an image ends early, or is gone" }
    }

    /// The size in bytes of the largest file that is read at once, in one visit to the thread pool. Larger ones are
    /// streamed.
    private static let oneReadByteCount = 256 * 1024
    private static let pieceByteCount = 128 * 1024

    /// Returns a response with the content of the file, or nil if the file has changed since it was found.
    package func response(_ headers: HTTPFields) async throws -> Response? {
        let isStreamed = byteCount > Self.oneReadByteCount
        guard let bytes = try await read(isStreamed ? 0 : byteCount) else { return nil }
        var headers = headers
        headers[.contentLength] = String(byteCount)
        return Response(status: .ok, headers: headers, body: isStreamed ? stream : ResponseBody(byteBuffer: bytes))
    }

    /// Returns the content of a file that is small enough to be read at once, or nil if it isn't or has changed since it was found.
    package func bytes() async throws -> [UInt8]? {
        guard byteCount <= Self.oneReadByteCount else { return nil }
        return try await read(byteCount).map { [UInt8](buffer: $0) }
    }

    /// The content in pieces. The file is open only while one is read, so a slow client holds no file descriptor.
    private var stream: ResponseBody {
        ResponseBody(contentLength: byteCount) { writer in
            for offset in stride(from: 0, to: byteCount, by: Self.pieceByteCount) {
                let piece = try await read(min(Self.pieceByteCount, byteCount - offset), at: offset, ifUnchanged: false)
                guard let piece else { throw Incomplete() }
                try await writer.write(piece)
            }
            try await writer.finish(nil)
        }
    }

    /// - Returns: The bytes; nil if there aren't as many, or the file has changed since it was found.
    private func read(_ count: Int, at offset: Int = 0, ifUnchanged: Bool = true) async throws -> ByteBuffer? {
        try await NIOThreadPool.singleton.runIfActive {
            guard let handle = fopen(path, "rbe") else { return nil }
            defer { fclose(handle) }
            guard !ifUnchanged || isUnchanged(openedAs: fileno(handle)), fseek(handle, offset, SEEK_SET) == 0 else {
                return nil
            }
            var buffer = ByteBuffer()
            buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { space in
                fread(space.baseAddress, 1, count, handle)
            }
            return buffer.readableBytes == count ? buffer : nil
        }
    }
}
