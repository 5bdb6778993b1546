import MarketAPI
import MarketCore
import MarketModels

/// The images of one body as it arrives. Their bytes are buffered until the caller writes them; this type does no I/O.
struct UploadedImages {
    /// Bytes of one image that are to be written.
    struct Chunk {
        let image: Int
        var bytes: [UInt8]
    }

    private var byteCounts: [Int] = []
    private var fileNames: [String?] = []
    private var waiting: [Chunk] = []
    private(set) var waitingByteCount = 0

    /// Begins another image. Even an empty image gets a file; it is rejected later.
    ///
    /// - Parameter fileName: what its sender calls it.
    /// - Returns: The image's index; nil for an image beyond the maximum, which is counted once and not kept.
    mutating func begin(fileName: String? = nil) -> Int? {
        if byteCounts.count <= ListingRules.maximumImageCount {
            byteCounts.append(0)
            fileNames.append(fileName)
        }
        guard byteCounts.count <= ListingRules.maximumImageCount else { return nil }
        waiting.append(Chunk(image: byteCounts.count - 1, bytes: []))
        return byteCounts.count - 1
    }

    /// - Throws: `MarketError.unusableImage` for an image over its size limit.
    mutating func append(_ bytes: some Collection<UInt8>, to image: Int) throws(MarketError) {
        byteCounts[image] += bytes.count
        guard byteCounts[image] <= ImageLimits.maximumByteCount else {
            throw .unusableImage(index: image, .tooManyBytes(maximum: ImageLimits.maximumByteCount))
        }
        if waiting.last?.image == image {
            waiting[waiting.count - 1].bytes.append(contentsOf: bytes)
        } else {
            waiting.append(Chunk(image: image, bytes: Array(bytes)))
        }
        waitingByteCount += bytes.count
    }

    /// Returns the buffered bytes and removes them from the buffer.
    mutating func takeWaiting() -> [Chunk] {
        defer {
            waiting = []
            waitingByteCount = 0
        }
        return waiting
    }

    /// - Parameter files: the images' files, in order. An image beyond the maximum has none.
    func images(in files: [SpooledFile]) -> [UploadedImage] {
        byteCounts.enumerated().map { index, count in
            let path = index < files.count ? files[index].path : ""
            return UploadedImage(path: path, byteCount: count, fileName: fileNames[index])
        }
    }
}
