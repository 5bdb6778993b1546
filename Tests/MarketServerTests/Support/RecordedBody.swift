import Foundation
import Testing

/// A request as an app sends it, byte by byte, with the expected result: a file of `Tests/MarketAPITests/Bodies`.
struct RecordedBody: CustomTestStringConvertible, Sendable {
    let file: String
    /// The files that are sent before it.
    let after: [String]
    let edition: String
    let status: Int
    /// The expected kind of response body: `product`, `page`, `token`, `error` or `exactly` an object.
    let response: String
    /// The fields that the product must have, as JSON.
    let product: Data
    let imageCount: Int?

    var testDescription: String { file }

    static let all: [RecordedBody] = {
        guard let data = try? Data(contentsOf: folder.appending(path: "expected.json")),
            let manifest = try? JSONSerialization.jsonObject(with: data)
        else { return [] }
        return JSON(manifest)["requests"].array.compactMap { RecordedBody($0) }
    }()

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../MarketAPITests/Bodies")

    private init?(_ json: JSON) {
        guard let file = json["file"].string, let edition = json["edition"].string, let status = json["status"].int,
            let response = json["answer"].string
        else { return nil }
        self.file = file
        self.edition = edition
        self.status = status
        self.response = response
        after = json["after"].array.compactMap(\.string)
        imageCount = json["images"].int
        product =
            (try? JSONSerialization.data(withJSONObject: json["product"].value, options: .fragmentsAllowed)) ?? Data()
    }

    static func bytes(of file: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: file)))
    }
}
