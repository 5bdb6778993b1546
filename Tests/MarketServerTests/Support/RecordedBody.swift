import Foundation
import Testing

/// A request as an app sends it, byte by byte, and what has to come of it: a file of `Tests/MarketAPITests/Bodies`.
struct RecordedBody: CustomTestStringConvertible, Sendable {
    let file: String
    /// Files that are sent before it.
    let after: [String]
    let edition: String
    let status: Int
    /// What the answer's body is: `product`, `page`, `token`, `error` or `exactly` an object.
    let answer: String
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
            let answer = json["answer"].string
        else { return nil }
        self.file = file
        self.edition = edition
        self.status = status
        self.answer = answer
        after = json["after"].array.compactMap(\.string)
        imageCount = json["images"].int
        product =
            (try? JSONSerialization.data(withJSONObject: json["product"].value, options: .fragmentsAllowed)) ?? Data()
    }

    static func bytes(of file: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: file)))
    }
}
