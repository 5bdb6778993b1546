import MarketModels
import Testing

@testable import MarketAPI

@Suite struct HeaderParametersTests {
    private func head(_ disposition: String) -> MultipartPartHead {
        MultipartPartHead(rawHeader: Array("Content-Disposition: \(disposition)\r\n\r\n".utf8))
    }

    @Test(arguments: [
        (#"form-data; name="images""#, "images"), (#"form-data;name="images""#, "images"),
        ("form-data; name=images", "images"), ("form-data; name=images ; filename=x", "images"),
        (#"form-data; NAME = "images""#, "images"), (#"form-data; name="a\"b\\c""#, #"a"b\c"#),
        (#"form-data; name="a;b=c""#, "a;b=c"), (#"form-data; name="상품 이름""#, "상품 이름"),
        (#"form-data; name="images[]"#, "images[]"), (#"form-data; name="images[] "#, "images[]"),
        (#"form-data; name="images"filename="x""#, "images"), (#"form-data; filename="name=x"; name="y""#, "y"),
        (#"name="images""#, "images"), (#"form-data; name="first"; name="second""#, "first"),
        (#"form-data; name="""#, ""), ("form-data; name=", ""),
    ])
    func names(disposition: String, name: String) { #expect(head(disposition).name == name) }

    @Test(arguments: [
        #"form-data; name="images"image/jpeg"#, #"form-data; name="images" image/jpeg; filename="x""#,
        #"form-data; name="images"Content-Type: image/jpeg"#, #"form-data; name="images"" ; filename="x""#,
        #"form-data; name="images", charset=utf-8; filename="name=x""#, #"form-data; name="images" filename="x""#,
        "form-data; name=images filename=x", "form-data; name=images\tfilename=\"x\"",
        "form-data; filename=x name=images", "form-data; filename=name=x; name=images",
        #"form-data; filename="x" image/jpeg; name="images""#, #"form-data; filename=""; name="images""#,
    ])
    func textBehindAQuote(disposition: String) { #expect(head(disposition).name == "images") }

    @Test func boundaries() {
        for type in [
            #"multipart/form-data; boundary="b" charset=utf-8"#, #"multipart/form-data;boundary="b";charset=utf-8"#,
            #"multipart/form-data; boundary="b"junk"#, "multipart/form-data;boundary=b", "boundary=b",
        ] { #expect(MultipartBoundary.named(in: type) == "b", "\(type)") }
    }

    /// Scanning takes time in proportion to the length, whatever is repeated.
    @Test(arguments: ["\" ", "\"x ", " name ", " filename", "name=\" ", "\"name=", " ;", "\""])
    func repetitionsAreReadOnce(part: String) {
        let text = String(repeating: part, count: 16_000 / part.utf8.count)
        #expect(head("form-data; name=\"\(text)\"; name=y").rawHeader.count > 15_000)
    }

    @Test(arguments: ["form-data", "", ";;;", "form-data; filename=\"x\"", "=", "\""])
    func noName(disposition: String) { #expect(head(disposition).name == nil) }

    @Test(arguments: [
        (#"form-data; name="i"; filename="5" x 4".jpg""#, #"5" x 4".jpg"#),
        (#"form-data; name="i"; filename="C:\photos\1.jpg""#, #"C:\photos\1.jpg"#),
        (#"form-data; name="i"; filename=my photo.jpg; x=y"#, "my photo.jpg"),
        (#"form-data; name="i; filename="a.jpg""#, "a.jpg"),
        ("form-data; filename*=UTF-8''%EC%9D%98%EC%9E%90.jpg; filename=\"x.jpg\"", "의자.jpg"),
        ("form-data; filename*=utf-8'ko'%EC%9D%98%EC%9E%90.jpg", "의자.jpg"),
        ("form-data; filename*=UTF-8''%EC%9D; filename=\"x.jpg\"", "x.jpg"),
        ("form-data; filename*=UTF-8''%E; filename=\"x.jpg\"", "x.jpg"),
        ("form-data; filename*=nonsense; filename=\"x.jpg\"", "x.jpg"),
    ])
    func fileNames(disposition: String, filename: String) { #expect(head(disposition).filename == filename) }

    @Test func otherFieldsAndBrokenOnesAreSkipped() {
        let header =
            "X-A: b\r\nnonsense\r\n: c\r\nCONTENT-TYPE :\timage/png \r\ncontent-disposition:form-data;name=n\r\n"
        let head = MultipartPartHead(rawHeader: Array(header.utf8))
        #expect(head.name == "n")
        #expect(head.contentType == "image/png")
        #expect(head.rawHeader == Array(header.utf8))
    }

    /// Names are never compared as texts, which would take quadratic time.
    @Test func floodsOfCombiningMarksAreNoNames() {
        let flood = String(repeating: "\u{316}\u{301}", count: 2000)
        #expect(head("form-data; name=\"\(flood)\"").name == nil)
        #expect(head("form-data; filename*=\(flood)''x; \(flood)=x; name=n").name == "n")
        #expect(head("form-data; name=\(String(repeating: "n", count: 256))").name?.count == 256)
        #expect(head("form-data; name=\(String(repeating: "n", count: 257))").name == nil)
        #expect(RequestBodyKind.sniff(contentType: flood, firstBytes: []) == .json)
    }

    @Test func longRunsOfCombiningMarksAreDivided() {
        let flood = String(repeating: "\u{316}\u{301}", count: 60)
        let encoded = flood.utf8.map { "%" + String($0, radix: 16) }.joined()
        let safe = flood.streamSafe
        #expect(head("form-data; name=\(flood)").name == safe)
        #expect(head("form-data; name=n; filename=\"\(flood)\"").filename == safe)
        #expect(head("form-data; name=n; filename*=UTF-8''\(encoded)").filename == safe)
        #expect(MultipartPartHead(rawHeader: Array("Content-Type: \(flood)\r\n".utf8)).contentType == safe)
        #expect(MultipartText.value(of: Array(flood.utf8)) == safe)
    }
}
