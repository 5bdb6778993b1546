import MarketAPI
import MarketCore
import MarketModels
import MarketTexts

/// An incremental parser of a body that is a JSON object, with images as base64 strings.
struct JSONUploadParser: UploadFieldParser {
    private let maximumByteCount: Int
    private var reader: JSONObjectReader
    private var byteCount = 0
    private var decoder = Base64Decoder()
    /// The current image; nil before its first byte, because an empty string is no image.
    private var image: Int?
    private var isOneTooMany = false

    init(_ layout: BodyLayout, maximumByteCount: Int) {
        self.maximumByteCount = maximumByteCount
        reader = JSONObjectReader(keeping: layout.keys, streaming: layout.streamedKeys)
    }

    var heldByteCount: Int { reader.heldByteCount }
    var hasSkippedImages: Bool { false }

    mutating func parse(_ bytes: UnsafeRawBufferPointer, into images: inout UploadedImages) throws {
        byteCount += bytes.count
        guard byteCount <= maximumByteCount else {
            throw RequestError.bodyTooLarge(maximumByteCount: maximumByteCount)
        }
        try reader.read(bytes, of: nil)
        for text in reader.takeStreamed() { try append(text, into: &images) }
    }

    mutating func finish(into _: inout UploadedImages) throws -> [String: JSONValue] {
        try reader.document(of: nil).object(of: nil)
    }

    private mutating func append(_ text: JSONStreamedText, into images: inout UploadedImages) throws {
        var decoded: [UInt8] = []
        let isReadable: Bool
        switch text {
        case .began:
            decoder = Base64Decoder()
            image = nil
            isOneTooMany = false
            return
        case .bytes(let bytes):
            decoded.reserveCapacity(bytes.count * 3 / 4 + 3)
            isReadable = decoder.decode(bytes, into: &decoded)
        case .ended:
            isReadable = decoder.finish(into: &decoded)
        }
        guard isReadable else {
            throw MarketError.invalid(ListingProblems(ListingProblem(.images, .unreadableImage)))
        }
        guard !decoded.isEmpty, !isOneTooMany else { return }
        if image == nil { image = images.begin() }
        if let image {
            try images.append(decoded, to: image)
        } else {
            isOneTooMany = true
        }
    }
}
