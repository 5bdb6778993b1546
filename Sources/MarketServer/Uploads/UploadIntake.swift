import MarketAPI
import MarketCore
import MarketModels

/// Reads a body that may bring pictures while it arrives: a form, or an object, by what its first bytes are (API.md,
/// “Rules for every edition”).
struct UploadIntake {
    /// How many bytes of pictures may wait before they should be written.
    static let flushByteCount = 512 * 1024
    /// White space before a body's first byte.
    private static let maximumBlankByteCount = 4096

    private enum Reader {
        /// The body's beginning, as long as nothing tells what it is.
        case undecided([UInt8])
        case form(FormIntake)
        case object(ObjectIntake)
    }

    private let layout: BodyLayout
    private let contentType: String?
    private let maximumJSONByteCount: Int
    private var reader = Reader.undecided([])
    private(set) var pictures = UploadedPictures()

    init(_ layout: BodyLayout, contentType: String?, maximumJSONByteCount: Int) {
        self.layout = layout
        self.contentType = contentType
        self.maximumJSONByteCount = maximumJSONByteCount
        if !layout.takesObject { reader = .form(makeForm()) }
    }

    /// Bytes of fields that are held; not those of pictures.
    var heldByteCount: Int {
        switch reader {
        case .undecided(let beginning): beginning.count
        case .form(let form): form.heldByteCount
        case .object(let object): object.heldByteCount
        }
    }

    mutating func take(_ bytes: UnsafeRawBufferPointer) throws {
        // Taken out while it works, or every piece would copy what it holds.
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
            try beginning.withUnsafeBytes { try Self.read($0, with: &current, into: &pictures) }
        case .form, .object:
            try Self.read(bytes, with: &current, into: &pictures)
        }
    }

    /// The body has ended.
    mutating func end() throws {
        if case .undecided(let beginning) = reader {
            reader = decided(by: beginning)
            try beginning.withUnsafeBytes { try Self.read($0, with: &reader, into: &pictures) }
        }
        if case .form(var form) = reader {
            try form.end(into: &pictures)
            reader = .form(form)
        }
    }

    mutating func takeWaiting() -> [UploadedPictures.Chunk] { pictures.takeWaiting() }

    /// - Parameter files: the pictures' files, in order.
    mutating func finish(files: [SpooledFile]) throws -> Upload {
        let values: [String: JSONValue]
        switch reader {
        case .undecided: values = [:]
        case .form(var form): values = try form.finish()
        case .object(var object): values = try object.finish()
        }
        return Upload(values: values, images: pictures.images(in: files))
    }

    private func decided(by beginning: [UInt8]) -> Reader {
        switch RequestBodyKind.sniff(contentType: contentType, firstBytes: beginning) {
        case .multipart: .form(makeForm())
        case .json: .object(makeObject())
        // An empty body, or one that can't be read: what it should have been, its type or else the route says.
        case .unknown: .object(makeObject())
        }
    }

    private func makeForm() -> FormIntake {
        FormIntake(layout, contentType: contentType, maximumJSONByteCount: maximumJSONByteCount)
    }

    private func makeObject() -> ObjectIntake {
        ObjectIntake(layout, maximumByteCount: maximumJSONByteCount)
    }

    private static func read(
        _ bytes: UnsafeRawBufferPointer,
        with reader: inout Reader,
        into pictures: inout UploadedPictures
    ) throws {
        switch reader {
        case .undecided: break
        case .form(var form):
            reader = .undecided([])
            defer { reader = .form(form) }
            try form.take(bytes, into: &pictures)
        case .object(var object):
            reader = .undecided([])
            defer { reader = .object(object) }
            try object.take(bytes, into: &pictures)
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
            || byte == UInt8(ascii: "\n") || byte == 0xEF || byte == 0xBB || byte == 0xBF
    }
}
