import Testing

@testable import MarketAPI

/// What is accepted beyond the facts of API.md, and what must not be taken for a delimiter.
@Suite struct MultipartToleranceTests {
    private func parts(_ bytes: [UInt8], _ contentType: String? = "multipart/form-data; boundary=B") -> [ReadPart]? {
        readMultipartInEverySplit(bytes, contentType: contentType)?.parts
    }

    @Test func preambleAndEpilogueAreSkipped() {
        let epilogue = lines("", "--B--", "Good bye.", "--B", paramsHeader, "", "no part")
        #expect(parts(bodyOfApp(prefix: lines("Hello.", "-- B", "--Bb"), end: epilogue)) == [paramsPart, imagePart])
    }

    @Test func lineFeedsAlone() {
        let text = "--B\n\(paramsHeader)\n\nfirst\nsecond\n--B\n\(imageHeader)\n\nlast\n--B--\n"
        #expect(
            parts(Array(text.utf8)) == [
                ReadPart("params", text: "first\nsecond"),
                ReadPart("images", filename: "photo.jpg", data: "last".utf8),
            ]
        )
    }

    @Test(arguments: [
        "multipart/form-data; charset=utf-8; boundary=B", "multipart/form-data; BOUNDARY=B; charset=utf-8",
        #"multipart/form-data;boundary="B"; charset=utf-8"#, "multipart/form-data; boundary = B ", "boundary=B",
        "multipart/form-data; boundary=--B", "multipart/form-data; boundary=----B",
        "multipart/form-data; boundary=another", "application/json; boundary=B",
    ])
    func boundariesInTheHeader(contentType: String) {
        #expect(parts(bodyOfApp(), contentType) == [paramsPart, imagePart])
    }

    @Test func theBodyHasNotTheHeadersDashes() {
        let contentType = "multipart/form-data; boundary=----B"
        for delimiter in ["B", "----B", "--------B"] {
            let text = "\(delimiter)\r\n\(paramsHeader)\r\n\r\nx\r\n\(delimiter)--"
            #expect(parts(Array(text.utf8), contentType) == [ReadPart("params", text: "x")])
        }
    }

    @Test func aBoundaryOfDashesAlone() {
        let text = "------\r\n\(paramsHeader)\r\n\r\n---\r\n--------"
        #expect(parts(Array(text.utf8), "multipart/form-data; boundary=----") == [ReadPart("params", text: "---")])
    }

    @Test func blanksBehindTheDelimiter() {
        let text = "--B \t \r\n\(paramsHeader)\r\n\r\nx\r\n--B  \t\r\n\(paramsHeader)\r\n\r\ny\r\n--B--  \r\n"
        #expect(parts(Array(text.utf8)) == [ReadPart("params", text: "x"), ReadPart("params", text: "y")])
    }

    @Test func emptyParts() {
        let empty = ReadPart("params", text: "")
        #expect(parts(lines("--B", paramsHeader, "", "", "--B--")) == [empty])
        #expect(parts(lines("--B", paramsHeader, "", "--B--")) == [empty])
        #expect(parts(lines("--B", paramsHeader, "--B", paramsHeader, "--B--")) == [empty, empty])
        #expect(parts(lines("--B", "--B", paramsHeader, "", "--B--")) == [empty])
        #expect(parts(lines("--B--")) == [])
    }

    @Test func aPartThatDoesNotSayWhatItIs() {
        #expect(parts(lines("--B", "", "x", "--B--")) == [ReadPart(nil, text: "x")])
        #expect(
            parts(lines("--B", "Content-Type: text/plain", "", "x", "--B--")) == [
                ReadPart(nil, type: "text/plain", data: "x".utf8)
            ]
        )
    }

    @Test func headerLinesThatGoOnInTheNextLine() {
        let folded = lines("--B", "content-disposition: form-data;", "\tname=\"params\"", "", "x", "--B--")
        #expect(parts(folded) == [ReadPart("params", text: "x")])
    }

    @Test func aBodyThatIsCutOffIsNotClosed() {
        let bytes = bodyOfApp()
        // The last line break may be missing.
        for length in 6..<(bytes.count - 2) {
            let body = readMultipart([bytes[..<length]], contentType: "multipart/form-data; boundary=B")
            #expect(body.isClosed == false, "\(length) of \(bytes.count) bytes")
        }
    }

    @Test func onlyCRLFIsTakenFromTheEndOfAText() {
        #expect(MultipartText.value(of: Array("의자\n\r\n\r\n".utf8)) == "의자\n")
        #expect(MultipartText.value(of: Array("의자\n\n".utf8)) == "의자\n\n")
        #expect(MultipartText.value(of: Array("\r\n".utf8)) == "")
        #expect(MultipartText.value(of: [0xFF]) == nil)
    }
}
