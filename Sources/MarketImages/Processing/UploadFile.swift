import Foundation
internal import MarketCore
internal import MarketModels

/// Reads parts of an upload. It blocks.
struct UploadFile {
    let byteCount: Int
    /// Closes the file when it goes.
    private let handle: FileHandle

    init(path: String) throws(ImageError) {
        do {
            handle = try FileHandle(forReadingFrom: URL(filePath: path, directoryHint: .notDirectory))
            byteCount = Int(try handle.seekToEnd())
        } catch {
            throw .failed(reason: "the upload can't be read: \(error)")
        }
        // Whoever spooled it has counted, but this is what the decoders will see.
        guard byteCount <= ImageLimits.maximumByteCount else {
            throw .tooManyBytes(maximum: ImageLimits.maximumByteCount)
        }
    }

    /// - Returns: as many bytes as asked for, or those up to the end.
    func read(_ count: Int, at offset: Int) throws(ImageError) -> [UInt8] {
        do {
            try handle.seek(toOffset: UInt64(offset))
            return Array(try handle.read(upToCount: count) ?? Data())
        } catch {
            throw .failed(reason: "the upload can't be read: \(error)")
        }
    }
}
