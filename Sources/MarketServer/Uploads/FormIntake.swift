import MarketAPI
import MarketCore
import MarketModels
import MarketTexts

/// Sorts the parts of a multipart body while it arrives.
struct FormIntake {
    private enum Place {
        /// The part that is a JSON object.
        case object
        /// A part that is a field by itself.
        case field(String)
        case picture(Int)
        /// A picture before its first byte: where fields are parts of their own, an empty one counts as not given.
        case emptyPicture
        /// A part that nobody wants.
        case elsewhere
    }

    private let layout: BodyLayout
    private let maximumJSONByteCount: Int
    private let maximumFieldByteCount = JSONReadingLimits().valueByteCount
    private var parser: MultipartParser
    private var object: JSONObjectReader
    private var objectPartCount = 0
    private var objectByteCount = 0
    private var field: [UInt8] = []
    private var fields: [String: JSONValue] = [:]
    private var fieldsByteCount = 0
    private var place = Place.elsewhere

    init(_ layout: BodyLayout, contentType: String?, maximumJSONByteCount: Int) {
        self.layout = layout
        self.maximumJSONByteCount = maximumJSONByteCount
        parser = MultipartParser(contentType: contentType)
        object = JSONObjectReader(keeping: layout.keys)
    }

    /// Bytes of fields that are held.
    var heldByteCount: Int { object.heldByteCount + field.count + fieldsByteCount }

    mutating func take(_ bytes: UnsafeRawBufferPointer, into pictures: inout UploadedPictures) throws {
        var events = parser
        try Self.reading { try events.parse(bytes) { event in try handle(event, &pictures) } }
        parser = events
    }

    /// The body has ended.
    mutating func end(into pictures: inout UploadedPictures) throws {
        var events = parser
        try Self.reading { try events.finish { event in try handle(event, &pictures) } }
        parser = events
    }

    mutating func finish() throws -> [String: JSONValue] {
        guard case .objectInPart = layout.fields else { return fields }
        guard objectPartCount > 0 else {
            throw MarketError.invalid(ListingProblems(ListingProblem(.parameters, .missing)))
        }
        let document: JSONDocument
        do {
            document = try object.finish()
        } catch {
            throw RequestError.unreadableBody(.init(error, part: "params"))
        }
        guard case .object(let values) = document else {
            throw RequestError.unreadableBody(.textForObject(part: "params"))
        }
        return values
    }

    // MARK: Parts

    private mutating func handle(_ event: MultipartEvent, _ pictures: inout UploadedPictures) throws {
        switch event {
        case .partBegan(let head): try begin(head, &pictures)
        case .partBytes(let bytes): try take(partBytes: bytes, &pictures)
        case .partEnded: end()
        case .ended: break
        }
    }

    private mutating func begin(_ head: MultipartPartHead, _ pictures: inout UploadedPictures) throws {
        place = .elsewhere
        guard let name = head.name else { return }
        if layout.pictureNames.contains(name) {
            switch layout.fields {
            case .ownParts: place = .emptyPicture
            case .objectInPart: place = pictures.begin().map { .picture($0) } ?? .elsewhere
            }
            return
        }
        switch layout.fields {
        case .objectInPart(name):
            objectPartCount += 1
            guard objectPartCount == 1 else {
                throw RequestError.unreadableBody(.repeatedPart(name))
            }
            place = .object
        case .ownParts where layout.keys.contains(name):
            field = []
            place = .field(name)
        default:
            break
        }
    }

    private mutating func take(
        partBytes bytes: UnsafeRawBufferPointer,
        _ pictures: inout UploadedPictures
    ) throws {
        switch place {
        case .object:
            objectByteCount += bytes.count
            guard objectByteCount <= maximumJSONByteCount else {
                throw RequestError.bodyTooLarge(maximumByteCount: maximumJSONByteCount)
            }
            do {
                try object.read(bytes)
            } catch {
                throw RequestError.unreadableBody(.init(error, part: "params"))
            }
        case .field:
            guard field.count + bytes.count <= maximumFieldByteCount else {
                throw RequestError.bodyTooLarge(maximumByteCount: maximumFieldByteCount)
            }
            field.append(contentsOf: bytes)
        case .emptyPicture:
            place = pictures.begin().map { .picture($0) } ?? .elsewhere
            try take(partBytes: bytes, &pictures)
        case .picture(let picture):
            try pictures.append(bytes, to: picture)
        case .elsewhere:
            break
        }
    }

    private mutating func end() {
        if case .field(let name) = place {
            let value = MultipartText.value(of: field).map { JSONValue.text($0) } ?? .unreadableText
            if !layout.repeatedKeys.contains(name) {
                fields[name] = value
            } else if case .array(let values) = fields[name] {
                fields[name] = .array(values + [value])
            } else {
                fields[name] = .array([value])
            }
            fieldsByteCount += field.count
            field = []
        }
        place = .elsewhere
    }

    private static func reading(_ read: () throws -> Void) throws {
        do {
            try read()
        } catch let error as MultipartError {
            throw RequestError.unreadableBody(.init(error))
        }
    }
}
