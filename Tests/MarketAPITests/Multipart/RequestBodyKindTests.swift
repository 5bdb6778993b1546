import Testing

@testable import MarketAPI

/// API.md, “Rules for every edition”: the bytes of a body decide how it is read, not `Content-Type`.
@Suite struct RequestBodyKindTests {
    private let types = [
        nil, "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=B", "nonsense",
    ]

    @Test(arguments: [#"{"name":"의자"}"#, "[1]", #""secret""#, " \r\n\t{", "\u{FEFF}{"])
    func json(text: String) {
        for type in types { #expect(RequestBodyKind.sniff(contentType: type, firstBytes: text.utf8) == .json) }
    }

    @Test(arguments: ["--B\r\n", "\r\n--B", "-"])
    func multipart(text: String) {
        for type in types {
            let boundary = type?.contains("boundary") == true ? "B" : nil
            let kind = RequestBodyKind.sniff(contentType: type, firstBytes: text.utf8)
            #expect(kind == .multipart(boundary: boundary))
        }
    }

    @Test func theHeaderDecidesWhereTheBytesDoNot() {
        for text in ["", "\r\n", "Optional(\"x\")"] {
            #expect(RequestBodyKind.sniff(contentType: nil, firstBytes: text.utf8) == .unknown)
            #expect(RequestBodyKind.sniff(contentType: "text/plain", firstBytes: text.utf8) == .unknown)
            #expect(RequestBodyKind.sniff(contentType: "Application/JSON", firstBytes: text.utf8) == .json)
            let declared = RequestBodyKind.sniff(contentType: "Multipart/Form-Data", firstBytes: text.utf8)
            #expect(declared == .multipart(boundary: nil))
        }
    }
}
