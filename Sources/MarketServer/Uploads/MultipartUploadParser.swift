import MarketAPI
import MarketCore
import MarketModels
import MarketTexts

/// An incremental parser of a multipart body with fields and images.
struct MultipartUploadParser: UploadFieldParser {
    private enum Place {
        case object
        case field(String)
        case image(Int)
        /// A file field before its first byte, without the name of a file: if no byte follows, nobody chose one, and the
        /// part counts as absent.
        case unusedImage
        /// A part that is ignored.
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
    private(set) var hasSkippedImages = false

    init(_ layout: BodyLayout, contentType: String?, maximumJSONByteCount: Int) {
        self.layout = layout
        self.maximumJSONByteCount = maximumJSONByteCount
        parser = MultipartParser(contentType: contentType)
        object = JSONObjectReader(keeping: layout.keys)
    }

    var heldByteCount: Int { object.heldByteCount + field.count + fieldsByteCount }

    mutating func parse(_ bytes: UnsafeRawBufferPointer, into images: inout UploadedImages) throws {
        var events = parser
        try Self.reading { try events.parse(bytes) { event in try handle(event, &images) } }
        parser = events
    }

    mutating func finish(into images: inout UploadedImages) throws -> [String: JSONValue] {
        var events = parser
        try Self.reading { try events.finish { event in try handle(event, &images) } }
        parser = events
        guard let part = layout.objectPart else { return fields }
        guard objectPartCount > 0 else {
            throw MarketError.invalid(ListingProblems(ListingProblem(.parameters, .missing)))
        }
        return try object.document(of: part).object(of: part)
    }

    // MARK: Parts

    private mutating func handle(_ event: MultipartEvent, _ images: inout UploadedImages) throws {
        switch event {
        case .partBegan(let head): try begin(head, &images)
        case .partBytes(let bytes): try append(partBytes: bytes, &images)
        case .partEnded: end()
        case .ended: break
        }
    }

    private mutating func begin(_ head: MultipartPartHead, _ images: inout UploadedImages) throws {
        place = .elsewhere
        guard let name = head.name else { return }
        if layout.imageNames.contains(name) {
            if head.filename?.isEmpty ?? true { place = .unusedImage } else { beginImage(head.filename, &images) }
            return
        }
        if name == layout.objectPart {
            objectPartCount += 1
            guard objectPartCount == 1 else { throw RequestError.unreadableBody(.repeatedPart(name)) }
            place = .object
        } else if layout.objectPart == nil, layout.keys.contains(name) {
            field = []
            place = .field(name)
        }
    }

    private mutating func append(
        partBytes bytes: UnsafeRawBufferPointer,
        _ images: inout UploadedImages
    ) throws {
        switch place {
        case .object:
            objectByteCount += bytes.count
            guard objectByteCount <= maximumJSONByteCount else {
                throw RequestError.bodyTooLarge(maximumByteCount: maximumJSONByteCount)
            }
            try object.read(bytes, of: layout.objectPart)
        case .field:
            guard field.count + bytes.count <= maximumFieldByteCount else {
                throw RequestError.bodyTooLarge(maximumByteCount: maximumFieldByteCount)
            }
            field.append(contentsOf: bytes)
        case .unusedImage:
            beginImage(nil, &images)
            try append(partBytes: bytes, &images)
        case .image(let image):
            try images.append(bytes, to: image)
        case .elsewhere:
            break
        }
    }

    private mutating func beginImage(_ fileName: String?, _ images: inout UploadedImages) {
        guard permitsImages else {
            hasSkippedImages = true
            place = .elsewhere
            return
        }
        place = images.begin(fileName: fileName).map { .image($0) } ?? .elsewhere
    }

    private var permitsImages: Bool {
        guard let condition = layout.imageCondition else { return true }
        guard let value = condition.value, case .text(value) = fields[condition.name] else { return false }
        return true
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
