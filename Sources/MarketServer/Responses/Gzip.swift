import CZlib
package import NIOCore

/// Compression with zlib, for responses that are compressed once and sent often.
package enum Gzip {
    /// zlib's default. For JSON, higher levels take twice the time and save a few percent.
    private static let level: Int32 = 6
    /// The largest window, plus 16 for the gzip format.
    private static let windowBits: Int32 = 15 + 16

    /// - Returns: The compressed bytes; nil if zlib fails, which only happens when it is out of memory.
    package static func compress(_ bytes: ByteBufferView) -> [UInt8]? {
        var stream = z_stream()
        guard
            deflateInit2_(
                &stream,
                level,
                Z_DEFLATED,
                windowBits,
                8,
                Z_DEFAULT_STRATEGY,
                ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)
            ) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        return bytes.withUnsafeBytes { input -> [UInt8]? in
            var succeeded = false
            let output = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(bound)
                succeeded = deflate(&stream, Z_FINISH) == Z_STREAM_END
                count = succeeded ? bound - Int(stream.avail_out) : 0
            }
            return succeeded ? output : nil
        }
    }
}
