import Foundation
import Hummingbird
import MarketCore
import NIOCore
import NIOPosix

/// The body of a response that streams a stored image in chunks.
///
/// The file is open only while a chunk is read, so a slow client holds no file descriptor.
enum ImageResponseBody {
    /// The file no longer exists, or is shorter than expected.
    struct Incomplete: Error, CustomStringConvertible {
        var description: String { "the file of an image ends early, or is gone" }
    }

    private static let pieceByteCount = 128 * 1024

    static func reading(_ file: StoredFile) -> ResponseBody {
        ResponseBody(contentLength: file.byteCount) { writer in
            var offset = 0
            while offset < file.byteCount {
                let piece = try await read(file, at: offset)
                offset += piece.readableBytes
                try await writer.write(piece)
            }
            try await writer.finish(nil)
        }
    }

    private static func read(_ file: StoredFile, at offset: Int) async throws -> ByteBuffer {
        try await NIOThreadPool.singleton.runIfActive {
            let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Incomplete() }
            defer { close(descriptor) }
            let wanted = min(pieceByteCount, file.byteCount - offset)
            var buffer = ByteBuffer()
            let count = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { space in
                max(0, pread(descriptor, space.baseAddress, wanted, off_t(offset)))
            }
            guard count > 0 else { throw Incomplete() }
            return buffer
        }
    }
}
