import Foundation
import Testing

@testable import MarketAPI

/// A file in Bodies: one request as an app sends it.
struct RecordedRequest: CustomTestStringConvertible, Sendable {
    /// The entry of a file in expected.json.
    private struct Expectation: Decodable {
        let file: String
        let status: Int
        let images: Int?
    }

    private struct Manifest: Decodable { let requests: [Expectation] }

    /// Every file listed in expected.json.
    static let all: [RecordedRequest] = {
        guard let folder = Bundle.module.url(forResource: "Bodies", withExtension: nil),
            let manifest = try? Data(contentsOf: folder.appending(path: "expected.json")),
            let expectations = try? JSONDecoder().decode(Manifest.self, from: manifest).requests
        else { return [] }
        return expectations.enumerated().compactMap { RecordedRequest($1, in: folder, index: $0) }
    }()

    let testDescription: String
    let contentType: String?
    let body: [UInt8]
    let isAccepted: Bool
    let imageCount: Int?
    private let index: Int

    private init?(_ expectation: Expectation, in folder: URL, index: Int) {
        guard let bytes = try? Data(contentsOf: folder.appending(path: expectation.file)),
            let head = bytes.firstRange(of: Data("\r\n\r\n".utf8))
        else { return nil }
        self.index = index
        testDescription = expectation.file
        isAccepted = expectation.status < 300
        imageCount = expectation.images
        let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        // Bodies in chunks are empty ones.
        body = lines.contains("Transfer-Encoding: chunked") ? [] : Array(bytes[head.upperBound...])
        contentType =
            lines
            .first { $0.hasPrefix("Content-Type: ") }
            .map { String($0.dropFirst("Content-Type: ".count)) }
    }

    var isMultipart: Bool {
        !body.isEmpty && RequestBodyKind.sniff(contentType: contentType, firstBytes: body) == .multipart
    }

    /// The body in two chunks, at every position. Debug builds are slow and skip three positions of four, different
    /// ones for each file.
    var splitsIntoTwo: [[ArraySlice<UInt8>]] {
        #if DEBUG
        let places = stride(from: index % 4, to: body.count, by: 4)
        #else
        let places = stride(from: 0, to: body.count, by: 1)
        #endif
        return places.map { [body[..<$0], body[$0...]] }
    }

    /// The body in three chunks: at every pair of positions if it is small, otherwise at about three thousand.
    var splitsIntoThree: [[ArraySlice<UInt8>]] {
        let step = max(1, body.count / 80)
        let places = stride(from: index % step, to: body.count, by: step)
        return places.flatMap { first in
            places.filter { $0 > first }.map { [body[..<first], body[first..<$0], body[$0...]] }
        }
    }
}
