internal import MarketCore
internal import MarketModels

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Reads parts of an upload. It blocks.
final class UploadFile {
    let byteCount: Int
    /// Open for reading.
    let descriptor: Int32

    convenience init(path: String) throws(ImageError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .failed(reason: "the upload can't be opened: \(String(cString: strerror(errno)))")
        }
        try self.init(descriptor: descriptor)
    }

    /// - Parameter descriptor: closed when the file goes, and when it is none.
    init(descriptor: Int32) throws(ImageError) {
        self.descriptor = descriptor
        byteCount = Int(lseek(descriptor, 0, SEEK_END))
        guard byteCount >= 0 else {
            throw .failed(reason: "the upload can't be read: \(String(cString: strerror(errno)))")
        }
        // Whoever spooled it has counted, but this is what the decoders will see.
        guard byteCount <= ImageLimits.maximumByteCount else {
            throw .tooManyBytes(maximum: ImageLimits.maximumByteCount)
        }
    }

    deinit {
        close(descriptor)
    }

    /// - Returns: as many bytes as asked for, or those up to the end.
    func read(_ count: Int, at offset: Int) throws(ImageError) -> [UInt8] {
        let count = max(0, min(count, byteCount - offset))
        var problem: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<count]
                )
                let taken = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
                if taken < 0, errno == EINTR { continue }
                if taken < 0 { problem = errno }
                guard taken > 0 else { return }
                filled += taken
            }
        }
        guard problem == 0 else {
            throw .failed(reason: "the upload can't be read: \(String(cString: strerror(problem)))")
        }
        return bytes
    }
}
