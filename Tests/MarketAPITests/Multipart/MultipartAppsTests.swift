import Testing

@testable import MarketAPI

/// Every fact of API.md, “Multipart, as apps really send it”, as the bytes of such an app.
@Suite struct MultipartAppsTests {
    private let both = [paramsPart, imagePart]

    private func expect(
        _ parts: [ReadPart],
        closed: Bool = true,
        from bytes: [UInt8],
        contentType: String? = "multipart/form-data; boundary=B",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let body = readMultipartInEverySplit(bytes, contentType: contentType)
        #expect(body?.parts == parts, sourceLocation: sourceLocation)
        #expect(body?.isClosed == closed, sourceLocation: sourceLocation)
        #expect(body?.error == nil, sourceLocation: sourceLocation)
    }

    private func expectImage(
        named name: String? = "images",
        filename: String?,
        type: String? = "image/jpeg",
        header: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(
            [paramsPart, ReadPart(name, filename: filename, type: type, data: image)],
            from: bodyOfApp(imageHead: header),
            sourceLocation: sourceLocation
        )
    }

    @Test func ordinaryBody() { expect(both, from: bodyOfApp()) }

    @Test func lineBreakBeforeTheFirstBoundary() { expect(both, from: bodyOfApp(prefix: lines(""))) }

    @Test func noClosingDelimiterAtAll() { expect(both, closed: false, from: bodyOfApp(end: [])) }

    @Test func anOpeningDelimiterWhereTheClosingOneBelongs() {
        expect(both, closed: false, from: bodyOfApp(end: lines("", "--B")))
        expect(both, closed: false, from: bodyOfApp(end: Array("\r\n--B".utf8)))
    }

    @Test func noLineBreakAfterTheClosingDelimiter() {
        expect(both, from: bodyOfApp(end: Array("\r\n--B--".utf8)))
    }

    @Test func anExtraLineBreakAtTheEndOfData() {
        let parts = both.map { part in
            var part = part
            part.data += lines("")
            return part
        }
        expect(parts, from: bodyOfApp(behindData: lines("")))
        #expect(MultipartText.value(of: parts[0].data) == #"{"name":"의자"}"#)
    }

    @Test func noSpaceBehindTheHeadersColon() {
        expect(both, from: bodyOfApp(params: [#"Content-Disposition:form-data; name="params""#]))
    }

    @Test func twoSpacesBehindContentType() {
        expect(both, from: bodyOfApp(imageHead: [imageHeader, "Content-Type:  image/jpeg"]))
    }

    @Test func aTrailingSpaceBehindTheName() { expect(both, from: bodyOfApp(params: [paramsHeader + " "])) }

    @Test func aQuotedBoundaryInTheHeader() {
        expect(both, from: bodyOfApp(), contentType: #"multipart/form-data; boundary="B""#)
    }

    @Test func aBoundaryThatBeginsWithDashes() {
        let end = lines("", "------WebKitB--")
        expect(
            both,
            from: bodyOfApp(delimiter: "------WebKitB", end: end),
            contentType: "multipart/form-data; boundary=----WebKitB"
        )
    }

    @Test func aPartWithoutContentType() { expectImage(filename: "photo.jpg", type: nil, header: [imageHeader]) }

    @Test(arguments: [
        #""image/jpeg""#, "jpg", "image/jpeg, image/jpg, image/png", "multipart/form-data",
        "multipart/form-data; boundary=C",
    ])
    func aQuotedOrNonsensePartType(type: String) {
        expectImage(filename: "photo.jpg", type: type, header: [imageHeader, "Content-Type: \(type)"])
    }

    @Test func anUnquotedFileName() {
        let header = #"Content-Disposition: form-data; name="images"; filename=photo.jpg"#
        expectImage(filename: "photo.jpg", type: nil, header: [header])
    }

    @Test func noFileName() {
        expectImage(filename: nil, type: nil, header: [#"Content-Disposition: form-data; name="images""#])
        expectImage(filename: "", type: nil, header: [#"Content-Disposition: form-data; name="images"; filename="""#])
    }

    @Test(arguments: ["photo", "my photo 1.jpg", "2022-05-13 10:22:03 +0000.jpg", "빈티지 의자.jpg", "a; b.jpg"])
    func anUnusualFileName(filename: String) {
        let header = #"Content-Disposition: form-data; name="images"; filename="\#(filename)""#
        expectImage(filename: filename, type: nil, header: [header])
    }

    @Test func theSameFileNameOnEveryImage() {
        let part = lines("--B", imageHeader, "Content-Type: image/jpeg", "") + image + lines("")
        expect([imagePart, imagePart, imagePart], from: part + part + part + lines("--B--"))
    }

    @Test func imagesBeforeTheTexts() {
        let part = lines("--B", imageHeader, "Content-Type: image/jpeg", "") + image + lines("")
        let params = lines("--B", paramsHeader, "") + paramsPart.data + lines("")
        expect([imagePart, imagePart, paramsPart], from: part + part + params + lines("--B--"))
    }

    @Test func aNameWithoutItsClosingQuote() {
        let type = "Content-Type: image/jpeg"
        expectImage(
            named: "images[]",
            filename: "photo.jpg",
            header: [#"Content-Disposition: form-data; name="images[]; filename="photo.jpg""#, type]
        )
        expectImage(
            named: "images[]",
            filename: nil,
            header: [#"Content-Disposition: form-data; name="images[]"#, type]
        )
    }

    /// API.md, “Rules for every edition”.
    @Test(arguments: [nil, "", "application/json", "multipart/form-data", "multipart/form-data; boundary="])
    func noBoundaryInTheHeader(contentType: String?) {
        expect(both, from: bodyOfApp(), contentType: contentType)
        expect(both, from: bodyOfApp(prefix: lines("", "")), contentType: contentType)
    }

    @Test(arguments: ["", #"Optional("{\"name\":\"의자\"}")"#, #"{"name":"의자"}"#, "--B", "--\r\nname: x\r\n\r\n"])
    func aBodyThatCannotBeReadAtAll(text: String) {
        let body = readMultipartInEverySplit(Array(text.utf8), contentType: "multipart/form-data")
        #expect(body?.error == (text.isEmpty ? .empty : .noBoundary))
        #expect(body?.parts == [])
    }
}
