import Testing

@testable import MarketAPI

/// Every request in Bodies gives the same result however its body is split.
@Suite struct BodiesInEverySplitTests {
    private static let keys = ListingChangeFields.keys.union(["title", "password", "images", "id"])
    private static let multipartRequests = RecordedRequest.all.filter(\.isMultipart)
    private static let jsonRequests = RecordedRequest.all.filter { !$0.isMultipart && !$0.body.isEmpty }

    @Test func theFolderHasBothKinds() {
        #expect(Self.multipartRequests.count >= 40)
        #expect(Self.jsonRequests.count >= 15)
    }

    @Test(arguments: multipartRequests)
    func multipartBodies(request: RecordedRequest) {
        let body = request.body
        let whole = readMultipart([body[...]], contentType: request.contentType)
        var fuzzer = Fuzzer(seed: 3, seeds: [body], tokens: [[]])
        let single = body.indices.map { body[$0...$0] }
        for pieces in [single] + request.splitsIntoTwo + (0..<50).map({ _ in fuzzer.cut(body) }) {
            guard readMultipart(pieces, contentType: request.contentType) == whole else {
                Issue.record("another body in pieces of \(pieces.map(\.count)) bytes")
                return
            }
        }
        if request.isAccepted { expectImages(of: request, in: whole) }
    }

    private func expectImages(of request: RecordedRequest, in whole: ReadBody) {
        #expect(whole.error == nil)
        let images = whole.parts.filter { $0.name?.hasPrefix("images") == true }
        #expect(images.count == request.imageCount)
        for image in images {
            #expect(image.data.starts(with: [0xFF, 0xD8, 0xFF]))
            // Some apps send a line break after the last byte.
            #expect(image.data.suffix(4).contains(0xD9))
        }
        for part in whole.parts where part.name == "params" {
            #expect(readJSONInEverySplit(part.data, keeping: Self.keys)?.error == nil)
        }
    }

    @Test(arguments: jsonRequests)
    func jsonBodies(request: RecordedRequest) throws {
        let whole = try #require(readJSONInEverySplit(request.body, keeping: Self.keys))
        #expect(whole.error == nil)
        for pieces in request.splitsIntoThree {
            guard readJSON(pieces, keeping: Self.keys) == whole else {
                Issue.record("another document in pieces of \(pieces.map(\.count)) bytes")
                return
            }
        }
    }
}
