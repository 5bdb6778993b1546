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
        for type in types { #expect(RequestBodyKind.sniff(contentType: type, firstBytes: text.utf8) == .multipart) }
    }

    @Test func theHeaderDecidesWhereTheBytesDoNot() {
        for text in ["", "\r\n", "Optional(\"x\")"] {
            for type in [nil, "text/plain", "Application/JSON", "multipart"] {
                #expect(RequestBodyKind.sniff(contentType: type, firstBytes: text.utf8) == .json)
            }
            for type in ["Multipart/Form-Data", "text/plain; boundary=B"] {
                #expect(RequestBodyKind.sniff(contentType: type, firstBytes: text.utf8) == .multipart)
            }
        }
    }
}
