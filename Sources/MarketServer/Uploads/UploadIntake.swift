import MarketAPI
import MarketCore
import MarketModels

/// Sorts the parts of a listing's body while it arrives. No I/O: bytes of images wait here until they are written.
struct UploadIntake {
    /// Bytes of one image that wait to be written.
    struct Chunk {
        let image: Int
        var bytes: [UInt8]
    }

    /// How many bytes may wait before they should be written.
    static let flushByteCount = 512 * 1024

    private enum Place {
        case parameters
        case image(Int)
        /// A part that nobody wants.
        case elsewhere
    }

    private let maximumJSONByteCount: Int
    private var parser: MultipartParser
    private var parameters = JSONObjectReader(keeping: ListingFields.keys)
    private var parameterPartCount = 0
    private var jsonByteCount = 0
    private var place = Place.elsewhere
    private var imageByteCounts: [Int] = []
    private var waiting: [Chunk] = []
    private(set) var waitingByteCount = 0

    init(contentType: String?, maximumJSONByteCount: Int) {
        parser = MultipartParser(contentType: contentType)
        self.maximumJSONByteCount = maximumJSONByteCount
    }

    mutating func take(_ bytes: UnsafeRawBufferPointer) throws {
        var events = parser
        try Self.reading { try events.parse(bytes) { event in try handle(event) } }
        parser = events
    }

    /// The body has ended.
    mutating func end() throws {
        var events = parser
        try Self.reading { try events.finish { event in try handle(event) } }
        parser = events
    }

    /// Hands over the bytes that wait.
    mutating func takeWaiting() -> [Chunk] {
        defer {
            waiting = []
            waitingByteCount = 0
        }
        return waiting
    }

    /// - Parameter files: the images' files, in order.
    mutating func finish(files: [SpooledFile]) throws -> Upload {
        guard parameterPartCount > 0 else {
            throw MarketError.invalid(ListingProblems(ListingProblem(.parameters, .missing)))
        }
        let document: JSONDocument
        do {
            document = try parameters.finish()
        } catch {
            throw RequestError.unreadableBody(detail: "'params' is no JSON object (\(error))")
        }
        guard case .object(let values) = document else {
            throw RequestError.unreadableBody(detail: "'params' is a text and no JSON object")
        }
        // One image too many is counted and has no file.
        let images = imageByteCounts.enumerated().map { index, count in
            UploadedImage(path: index < files.count ? files[index].path : "", byteCount: count)
        }
        return Upload(fields: ListingFields(values), images: images)
    }

    // MARK: Parts

    private mutating func handle(_ event: MultipartEvent) throws {
        switch event {
        case .partBegan(let head): try begin(head)
        case .partBytes(let bytes): try take(partBytes: bytes)
        case .partEnded: place = .elsewhere
        case .ended: break
        }
    }

    private mutating func begin(_ head: MultipartPartHead) throws {
        switch head.name {
        case "params":
            parameterPartCount += 1
            guard parameterPartCount == 1 else {
                throw RequestError.unreadableBody(detail: "'params' must be one part, and there are more")
            }
            place = .parameters
        case "images", "images[]":
            // One more than may be is counted and not kept: then it is known that there are too many.
            if imageByteCounts.count <= ListingRules.maximumPictureCount { imageByteCounts.append(0) }
            guard imageByteCounts.count <= ListingRules.maximumPictureCount else {
                place = .elsewhere
                return
            }
            // Even an image of no bytes gets a file: what is wrong with it is for others to say.
            waiting.append(Chunk(image: imageByteCounts.count - 1, bytes: []))
            place = .image(imageByteCounts.count - 1)
        default:
            place = .elsewhere
        }
    }

    private mutating func take(partBytes bytes: UnsafeRawBufferPointer) throws {
        switch place {
        case .parameters:
            jsonByteCount += bytes.count
            guard jsonByteCount <= maximumJSONByteCount else {
                throw RequestError.bodyTooLarge(maximumByteCount: maximumJSONByteCount)
            }
            do {
                try parameters.read(bytes)
            } catch {
                throw RequestError.unreadableBody(detail: "'params' is no JSON object (\(error))")
            }
        case .image(let index):
            imageByteCounts[index] += bytes.count
            guard imageByteCounts[index] <= ImageLimits.maximumByteCount else {
                throw MarketError.unusableImage(
                    index: index,
                    .tooManyBytes(maximum: ImageLimits.maximumByteCount)
                )
            }
            if waiting.last?.image == index {
                waiting[waiting.count - 1].bytes.append(contentsOf: bytes)
            } else {
                waiting.append(Chunk(image: index, bytes: Array(bytes)))
            }
            waitingByteCount += bytes.count
        case .elsewhere:
            break
        }
    }

    private static func reading(_ read: () throws -> Void) throws {
        do {
            try read()
        } catch let error as MultipartError {
            throw RequestError.unreadableBody(detail: "it is no multipart body (\(error))")
        }
    }
}
