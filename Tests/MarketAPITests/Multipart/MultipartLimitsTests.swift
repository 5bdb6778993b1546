import Testing

@testable import MarketAPI

@Suite struct MultipartLimitsTests {
    private let contentType = "multipart/form-data; boundary=B"

    private func read(_ bytes: [UInt8], _ limits: MultipartLimits) -> ReadBody {
        let whole = readMultipart([bytes[...]], contentType: contentType, limits: limits)
        let single = readMultipart(bytes.indices.map { bytes[$0...$0] }, contentType: contentType, limits: limits)
        #expect(whole == single)
        return whole
    }

    @Test func partsBeyondTheLimitAreRefused() {
        let part = lines("--B", paramsHeader, "", "x")
        let limits = MultipartLimits(partCount: 2)
        #expect(read(part + part + lines("--B--"), limits).parts.count == 2)
        #expect(read(part + part + part + lines("--B--"), limits).error == .tooManyParts(maximum: 2))
        #expect(read(part + part + part, limits).parts.count == 2)
    }

    @Test func partsWithoutDataCount() {
        let part = lines("--B", paramsHeader)
        let bytes = Array(repeating: part, count: 3).flatMap(\.self)
        #expect(read(bytes + lines("--B--"), MultipartLimits(partCount: 2)).error == .tooManyParts(maximum: 2))
    }

    @Test func headersBeyondTheLimitAreRefused() {
        let header = "Content-Disposition: form-data; name=\"params\"\r\n\r\n"
        let bytes = lines("--B") + Array(header.utf8) + lines("x", "--B--")
        #expect(read(bytes, MultipartLimits(headerByteCount: header.utf8.count)).error == nil)
        let maximum = header.utf8.count - 1
        #expect(read(bytes, MultipartLimits(headerByteCount: maximum)).error == .headersTooLarge(maximum: maximum))
    }

    @Test func aHeaderWithoutEndIsRefusedWhileItArrives() {
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)[...]
        let body = readMultipart([lines("--B")[...]] + Array(repeating: piece, count: 1000), contentType: contentType)
        #expect(body.error == .headersTooLarge(maximum: 16_384))
        #expect(body.peak <= 16_384)
    }

    @Test func aPreambleBeyondTheLimitIsRefused() {
        let bytes = lines("Hello.") + lines("--B", paramsHeader, "", "x", "--B--")
        #expect(read(bytes, MultipartLimits(preambleByteCount: 13)).error == nil)
        #expect(read(bytes, MultipartLimits(preambleByteCount: 12)).error == .preambleTooLarge(maximum: 12))
    }

    @Test func aBodyWithoutLineBreaksIsRefusedWhileItArrives() {
        let piece = [UInt8](repeating: UInt8(ascii: "-"), count: 1000)[...]
        let body = readMultipart(Array(repeating: piece, count: 1000), contentType: nil)
        #expect(body.error == .noBoundary)
        #expect(body.peak <= 16_384)
    }

    @Test func anErrorStays() {
        var parser = MultipartParser(contentType: contentType, limits: MultipartLimits(partCount: 0))
        let error = MultipartError.tooManyParts(maximum: 0)
        for bytes in [lines("--B", paramsHeader, "", "x"), lines("x", "--B--")] {
            #expect(throws: error) { try bytes.withUnsafeBytes { try parser.parse($0) { _ in } } }
        }
        #expect(throws: error) { try parser.finish { _ in } }
    }

    @Test func aHandlersErrorComesThrough() {
        struct Enough: Error {}
        var parser = MultipartParser(contentType: contentType)
        #expect(throws: Enough.self) {
            try bodyOfApp().withUnsafeBytes { try parser.parse($0) { _ in throw Enough() } }
        }
    }

    @Test func dataIsHandedOverWithoutCopying() throws {
        var parser = MultipartParser(contentType: contentType)
        let head = lines("--B", paramsHeader, "")
        let bytes = head + [UInt8](repeating: 7, count: 100_000) + lines("", "--B--")
        var places: [Range<Int>] = []
        try bytes.withUnsafeBytes { fed in
            try parser.parse(fed) { event in
                guard case .partBytes(let slice) = event, let base = slice.baseAddress, let start = fed.baseAddress
                else { return }
                places.append((base - start)..<(base - start + slice.count))
            }
        }
        #expect(places == [head.count..<(head.count + 100_000)])
    }
}
