@testable import MarketAPI

/// A part, read completely.
struct ReadPart: Equatable {
    var name: String?
    var filename: String?
    var contentType: String?
    var data: [UInt8] = []

    init(_ name: String?, filename: String? = nil, type: String? = nil, data: some Sequence<UInt8>) {
        self.name = name
        self.filename = filename
        contentType = type
        self.data = Array(data)
    }

    init(_ name: String?, text: String) { self.init(name, data: text.utf8) }
}

/// The result of reading a body.
struct ReadBody: Equatable {
    var parts: [ReadPart] = []
    var isClosed: Bool?
    var error: MultipartError?
    /// The maximum number of bytes that the parser held at any time.
    var peak = 0

    static func == (left: ReadBody, right: ReadBody) -> Bool {
        left.parts == right.parts && left.isClosed == right.isClosed && left.error == right.error
    }
}

/// Feeds a body to a parser in the given chunks, and checks that the events arrive in order.
func readMultipart(
    _ pieces: some Sequence<ArraySlice<UInt8>>,
    contentType: String?,
    limits: MultipartLimits = MultipartLimits()
) -> ReadBody {
    var parser = MultipartParser(contentType: contentType, limits: limits)
    var body = ReadBody()
    var open: ReadPart?
    let handle = { (event: MultipartEvent) in
        switch event {
        case .partBegan(let head):
            precondition(open == nil && body.isClosed == nil)
            open = ReadPart(head.name, filename: head.filename, type: head.contentType, data: [])
        case .partBytes(let bytes):
            precondition(!bytes.isEmpty)
            open?.data += bytes
        case .partEnded:
            body.parts += [open].compactMap(\.self)
            open = nil
        case .ended(let isClosed):
            precondition(open == nil && body.isClosed == nil)
            body.isClosed = isClosed
        }
    }
    do {
        for piece in pieces {
            try piece.withUnsafeBytes { try parser.parse($0, handle) }
            body.peak = max(body.peak, parser.bufferedByteCount)
        }
        try parser.finish(handle)
    } catch {
        body.error = error as? MultipartError
    }
    return body
}

/// Reads a body whole, byte by byte and in every split into two.
///
/// - Returns: the result, or nil if the results differ.
func readMultipartInEverySplit(_ bytes: [UInt8], contentType: String?) -> ReadBody? {
    let whole = readMultipart([bytes[...]], contentType: contentType)
    let single = readMultipart(bytes.indices.map { bytes[$0...$0] }, contentType: contentType)
    guard single == whole else { return nil }
    for split in bytes.indices {
        guard readMultipart([bytes[..<split], bytes[split...]], contentType: contentType) == whole else { return nil }
    }
    return whole
}

/// Returns the lines, each followed by CRLF.
func lines(_ lines: String...) -> [UInt8] { Array(lines.map { $0 + "\r\n" }.joined().utf8) }

/// Bytes with everything that resembles a delimiter of the boundary `B` but isn't one.
let image: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x0D, 0x0A, 0x2D, 0x2D, 0x0A, 0x0D, 0x0D, 0x0A] + Array("\r\n--Bx\n--B -\r\n-B".utf8)
    + Array("--B\r\n\n\n--\r\n--B\rx\r\n--B \t-\r\n--B-\r\n--".utf8) + [0xFF, 0xD9]

let paramsHeader = #"Content-Disposition: form-data; name="params""#
let imageHeader = #"Content-Disposition: form-data; name="images"; filename="photo.jpg""#
let paramsPart = ReadPart("params", text: #"{"name":"의자"}"#)
let imagePart = ReadPart("images", filename: "photo.jpg", type: "image/jpeg", data: image)

/// Returns an ordinary body with one peculiarity of an app.
func bodyOfApp(
    prefix: [UInt8] = [],
    delimiter: String = "--B",
    params: [String] = [paramsHeader],
    imageHead headers: [String] = [imageHeader, "Content-Type: image/jpeg"],
    behindData: [UInt8] = [],
    end: [UInt8] = lines("", "--B--")
) -> [UInt8] {
    let paramsHead = Array((params + ["", ""]).joined(separator: "\r\n").utf8)
    let imageHead = Array((headers + ["", ""]).joined(separator: "\r\n").utf8)
    let first = prefix + lines(delimiter) + paramsHead + paramsPart.data + behindData
    return first + lines("", delimiter) + imageHead + image + behindData + end
}
