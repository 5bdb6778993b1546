import MarketAPI
import MarketCore
import MarketModels

/// An incremental parser of a body that may contain images. Its first bytes decide whether it is a form or a JSON
/// object (API.md, “Rules for every edition”).
struct UploadParser {
    /// The number of image bytes that may wait before they should be written.
    static let flushByteCount = 512 * 1024
    /// The maximum number of bytes of white space before the body.
    private static let maximumBlankByteCount = 4096

    private enum Reader {
        /// The beginning of the body, until its kind is known.
        case undecided([UInt8])
        case form(MultipartUploadParser)
        case object(JSONUploadParser)
    }

    private let layout: BodyLayout
    private let contentType: String?
    private let maximumJSONByteCount: Int
    private var reader = Reader.undecided([])
    private(set) var images = UploadedImages()

    init(_ layout: BodyLayout, contentType: String?, maximumJSONByteCount: Int) {
        self.layout = layout
        self.contentType = contentType
        self.maximumJSONByteCount = maximumJSONByteCount
        if !layout.takesObject { reader = .form(makeForm()) }
    }

    /// The number of bytes of fields held in memory, without images.
    var heldByteCount: Int {
        switch reader {
        case .undecided(let beginning): beginning.count
        case .form(let form): form.heldByteCount
        case .object(let object): object.heldByteCount
        }
    }

    mutating func parse(_ bytes: UnsafeRawBufferPointer) throws {
        // Moved out of the property, or every call would copy its buffers.
        var current = reader
        reader = .undecided([])
        defer { reader = current }
        switch current {
        case .undecided(var beginning):
            beginning.append(contentsOf: bytes)
            guard
                beginning.contains(where: { !Self.isBlank($0) }) || beginning.count > Self.maximumBlankByteCount
            else {
                current = .undecided(beginning)
                return
            }
            current = decided(by: beginning)
            try beginning.withUnsafeBytes { try Self.read($0, with: &current, into: &images) }
        case .form, .object:
            try Self.read(bytes, with: &current, into: &images)
        }
    }

    mutating func end() throws {
        if case .undecided(let beginning) = reader {
            reader = decided(by: beginning)
            try beginning.withUnsafeBytes { try Self.read($0, with: &reader, into: &images) }
        }
        if case .form(var form) = reader {
            try form.end(into: &images)
            reader = .form(form)
        }
    }

    mutating func takeWaiting() -> [UploadedImages.Chunk] { images.takeWaiting() }

    /// - Parameter files: the files of the images, in order.
    mutating func finish(files: [SpooledFile]) throws -> Upload {
        let images = images.images(in: files)
        switch reader {
        case .undecided: return Upload(values: [:], images: images)
        case .form(var form):
            return Upload(values: try form.finish(), images: images, hasSkippedImages: form.hasSkippedImages)
        case .object(var object): return Upload(values: try object.finish(), images: images)
        }
    }

    private func decided(by beginning: [UInt8]) -> Reader {
        switch RequestBodyKind.sniff(contentType: contentType, firstBytes: beginning) {
        case .multipart: .form(makeForm())
        case .json: .object(makeObject())
        // An empty or unreadable body, whose error the object parser reports.
        case .unknown: .object(makeObject())
        }
    }

    private func makeForm() -> MultipartUploadParser {
        MultipartUploadParser(layout, contentType: contentType, maximumJSONByteCount: maximumJSONByteCount)
    }

    private func makeObject() -> JSONUploadParser {
        JSONUploadParser(layout, maximumByteCount: maximumJSONByteCount)
    }

    private static func read(
        _ bytes: UnsafeRawBufferPointer,
        with reader: inout Reader,
        into images: inout UploadedImages
    ) throws {
        switch reader {
        case .undecided: break
        case .form(var form):
            reader = .undecided([])
            defer { reader = .form(form) }
            try form.parse(bytes, into: &images)
        case .object(var object):
            reader = .undecided([])
            defer { reader = .object(object) }
            try object.parse(bytes, into: &images)
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n") || byte == 0xEF || byte == 0xBB || byte == 0xBF
    }
}
