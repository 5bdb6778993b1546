import MarketAPI
import MarketCore
import MarketModels
import MarketTexts

/// Reads a body that is a JSON object, with its pictures as base64 texts if it has any.
struct ObjectIntake {
    private let maximumByteCount: Int
    private var reader: JSONObjectReader
    private var byteCount = 0
    private var decoder = Base64Decoder()
    /// The picture that is being read; nil before its first byte, for an empty text is no picture.
    private var picture: Int?
    private var isOneTooMany = false

    init(_ layout: BodyLayout, maximumByteCount: Int) {
        self.maximumByteCount = maximumByteCount
        reader = JSONObjectReader(keeping: layout.keys, streaming: layout.streamedKeys)
    }

    /// Bytes of fields that are held.
    var heldByteCount: Int { reader.heldByteCount }

    mutating func take(_ bytes: UnsafeRawBufferPointer, into pictures: inout UploadedPictures) throws {
        byteCount += bytes.count
        guard byteCount <= maximumByteCount else {
            throw RequestError.bodyTooLarge(maximumByteCount: maximumByteCount)
        }
        do {
            try reader.read(bytes)
        } catch {
            throw RequestError.unreadableBody(.init(error))
        }
        for text in reader.takeStreamed() { try take(text, into: &pictures) }
    }

    mutating func finish() throws -> [String: JSONValue] {
        let document: JSONDocument
        do {
            document = try reader.finish()
        } catch {
            throw RequestError.unreadableBody(.init(error))
        }
        guard case .object(let values) = document else {
            throw RequestError.unreadableBody(.textForObject(part: nil))
        }
        return values
    }

    private mutating func take(_ text: JSONStreamedText, into pictures: inout UploadedPictures) throws {
        var decoded: [UInt8] = []
        let isReadable: Bool
        switch text {
        case .began:
            decoder = Base64Decoder()
            picture = nil
            isOneTooMany = false
            return
        case .bytes(let bytes):
            decoded.reserveCapacity(bytes.count * 3 / 4 + 3)
            isReadable = decoder.decode(bytes, into: &decoded)
        case .ended:
            isReadable = decoder.finish(into: &decoded)
        }
        guard isReadable else {
            throw MarketError.invalid(ListingProblems(ListingProblem(.images, .unreadablePicture)))
        }
        guard !decoded.isEmpty, !isOneTooMany else { return }
        if picture == nil { picture = pictures.begin() }
        if let picture {
            try pictures.append(decoded, to: picture)
        } else {
            isOneTooMany = true
        }
    }
}
