import Foundation
import Testing

/// A request as an app sends it, byte by byte, with the expected result: a file of `Tests/MarketAPITests/Bodies`.
struct RecordedBody: CustomTestStringConvertible, Sendable {
    let file: String
    /// The files that are sent before it.
    let after: [String]
    let edition: String
    let status: Int
    /// The expected kind of response body: `product`, `page`, `items`, `token`, `error` or `exactly` an object.
    let response: String
    /// The fields that the product or the page must have, as JSON.
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

    /// Stands for a delete token, which is different each time.
    static let token = "00000000-0000-0000-0000-000000000000"

    /// - Parameter token: the delete token of the request before it.
    static func bytes(of file: String, token: String = token) throws -> [UInt8] {
        var bytes = try Data(contentsOf: folder.appending(path: file))
        if let place = bytes.firstRange(of: Data(Self.token.utf8)) {
            bytes.replaceSubrange(place, with: Data(token.utf8))
        }
        return Array(bytes)
    }

    /// The expected fields by their names.
    var fields: [String: Any] {
        get throws {
            try JSONSerialization.jsonObject(with: product, options: .fragmentsAllowed) as? [String: Any] ?? [:]
        }
    }
}
