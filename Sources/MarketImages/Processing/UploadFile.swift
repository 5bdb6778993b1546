internal import Foundation
internal import MarketCore
internal import MarketModels

/// An upload that is opened for reading in parts. It blocks.
final class UploadFile {
    let byteCount: Int
    /// The descriptor, open for reading. It is closed with the file.
    let descriptor: Int32

    convenience init(path: String) throws(ImageError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .failed(reason: "the upload can't be opened: \(SystemError.last)")
        }
        try self.init(descriptor: descriptor)
    }

    /// - Parameter descriptor: the descriptor of the file. It is closed with the file, and also when the initialiser
    ///   throws.
    init(descriptor: Int32) throws(ImageError) {
        self.descriptor = descriptor
        byteCount = Int(lseek(descriptor, 0, SEEK_END))
        guard byteCount >= 0 else {
            throw .failed(reason: "the upload can't be read: \(SystemError.last)")
        }
        // The size was checked while the upload was spooled. This check applies to the bytes that the decoders will
        // read.
        guard byteCount <= ImageLimits.maximumByteCount else {
            throw .tooManyBytes(maximum: ImageLimits.maximumByteCount)
        }
    }

    deinit {
        close(descriptor)
    }

    /// - Returns: the requested number of bytes, or fewer at the end of the file.
    func read(_ count: Int, at offset: Int) throws(ImageError) -> [UInt8] {
        let count = min(count, byteCount - offset)
        guard count > 0 else { return [] }
        var problem: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let remainder = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<count]
                )
                let readCount = pread(descriptor, remainder.baseAddress, remainder.count, off_t(offset + filled))
                if readCount < 0, errno == EINTR { continue }
                if readCount < 0 { problem = errno }
                guard readCount > 0 else { return }
                filled += readCount
            }
        }
        guard problem == 0 else {
            throw .failed(reason: "the upload can't be read: \(SystemError(number: problem))")
        }
        return bytes
    }
}
