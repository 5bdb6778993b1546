import MarketAPI
import MarketCore
import MarketModels

/// Gathers the pictures of one body while it arrives. No I/O: their bytes wait here until they are written.
struct UploadedPictures {
    /// Bytes of one picture that wait to be written.
    struct Chunk {
        let picture: Int
        var bytes: [UInt8]
    }

    private var byteCounts: [Int] = []
    private var waiting: [Chunk] = []
    private(set) var waitingByteCount = 0

    var count: Int { byteCounts.count }

    /// Begins another picture. Even one of no bytes gets a file: what is wrong with it is for others to say.
    ///
    /// - Returns: its place, or nil where it is one too many: that is counted once, and not kept.
    mutating func begin() -> Int? {
        if byteCounts.count <= ListingRules.maximumPictureCount { byteCounts.append(0) }
        guard byteCounts.count <= ListingRules.maximumPictureCount else { return nil }
        waiting.append(Chunk(picture: byteCounts.count - 1, bytes: []))
        return byteCounts.count - 1
    }

    /// - Throws: `MarketError.unusableImage` for a picture that is over its bound.
    mutating func append(_ bytes: some Collection<UInt8>, to picture: Int) throws(MarketError) {
        byteCounts[picture] += bytes.count
        guard byteCounts[picture] <= ImageLimits.maximumByteCount else {
            throw .unusableImage(index: picture, .tooManyBytes(maximum: ImageLimits.maximumByteCount))
        }
        if waiting.last?.picture == picture {
            waiting[waiting.count - 1].bytes.append(contentsOf: bytes)
        } else {
            waiting.append(Chunk(picture: picture, bytes: Array(bytes)))
        }
        waitingByteCount += bytes.count
    }

    /// Hands over the bytes that wait.
    mutating func takeWaiting() -> [Chunk] {
        defer {
            waiting = []
            waitingByteCount = 0
        }
        return waiting
    }

    /// - Parameter files: the pictures' files, in order. One picture too many has none.
    func images(in files: [SpooledFile]) -> [UploadedImage] {
        byteCounts.enumerated().map { index, count in
            UploadedImage(path: index < files.count ? files[index].path : "", byteCount: count)
        }
    }
}
