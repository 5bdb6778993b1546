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

    private let layout: BodyLayout
    private let contentType: String?
    private let maximumJSONByteCount: Int
    /// The beginning of the body, until its kind is known.
    private var beginning: [UInt8] = []
    private var fields: (any UploadFieldParser)?
    private(set) var images = UploadedImages()

    init(_ layout: BodyLayout, contentType: String?, maximumJSONByteCount: Int) {
        self.layout = layout
        self.contentType = contentType
        self.maximumJSONByteCount = maximumJSONByteCount
        if !layout.takesObject { fields = makeFields(isForm: true) }
    }

    /// The number of bytes of fields held in memory, without images.
    var heldByteCount: Int { fields?.heldByteCount ?? beginning.count }
    /// Whether images came before the field that they need.
    var hasSkippedImages: Bool { fields?.hasSkippedImages ?? false }

    mutating func parse(_ bytes: UnsafeRawBufferPointer) throws {
        if fields != nil {
            try fields?.parse(bytes, into: &images)
            return
        }
        beginning.append(contentsOf: bytes)
        if beginning.contains(where: { !Self.isBlank($0) }) || beginning.count > Self.maximumBlankByteCount {
            try parseBeginning()
        }
    }

    /// Parses the end of the body.
    ///
    /// - Returns: the fields that are kept.
    mutating func finish() throws -> [String: JSONValue] {
        if fields == nil { try parseBeginning() }
        return try fields?.finish(into: &images) ?? [:]
    }

    mutating func takeWaiting() -> [UploadedImages.Chunk] { images.takeWaiting() }

    private mutating func parseBeginning() throws {
        let bytes = beginning
        beginning = []
        fields = makeFields(isForm: RequestBodyKind.sniff(contentType: contentType, firstBytes: bytes) == .multipart)
        try bytes.withUnsafeBytes { try parse($0) }
    }

    private func makeFields(isForm: Bool) -> any UploadFieldParser {
        isForm
            ? MultipartUploadParser(layout, contentType: contentType, maximumJSONByteCount: maximumJSONByteCount)
            : JSONUploadParser(layout, maximumByteCount: maximumJSONByteCount)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n") || byte == 0xEF || byte == 0xBB || byte == 0xBF
    }
}

/// A parser of a body of one kind: it keeps the fields and passes the images on.
protocol UploadFieldParser {
    /// The number of bytes of fields held in memory.
    var heldByteCount: Int { get }
    /// Whether images came before the field that they need.
    var hasSkippedImages: Bool { get }

    mutating func parse(_ bytes: UnsafeRawBufferPointer, into images: inout UploadedImages) throws
    /// Parses the end of the body, and returns the fields.
    mutating func finish(into images: inout UploadedImages) throws -> [String: JSONValue]
}
