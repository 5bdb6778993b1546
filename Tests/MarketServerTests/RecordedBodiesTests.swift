import Foundation
import TestMarkets
import Testing

/// Every line of API.md's “Multipart, as apps really send it”, and the facts about bodies in its other sections. Each
/// is a file with the bytes that such an app sends, replayed over a real socket. The name of a file says which fact it
/// covers, and `expected.json` next to it has the fact's text.
struct RecordedBodiesTests {
    @Test func thereAreAllOfThem() {
        #expect(RecordedBody.all.count >= 60)
    }

    @Test(arguments: RecordedBody.all)
    func appGetsWhatItExpects(_ recorded: RecordedBody) async throws {
        try await withMarket { market in
            let connection = try RawConnection(port: market.port)
            var token = RecordedBody.token
            for file in recorded.after {
                await connection.send(try RecordedBody.bytes(of: file))
                let response = try #require(await connection.readAnswer())
                try #require(response.status < 300, "\(file): \(response.body)")
                if UUID(uuidString: response.body) != nil { token = response.body }
            }
            await connection.send(try RecordedBody.bytes(of: recorded.file, token: token))
            let response = try #require(await connection.readAnswer())
            #expect(response.status == recorded.status, "\(response.body)")
            switch recorded.response {
            case "product": try expectProduct(response.body, recorded)
            case "token": #expect(UUID(uuidString: response.body) != nil, "\(response.body)")
            case "exactly": #expect(response.body == String(decoding: recorded.product, as: UTF8.self))
            case "page": try expectPage(try json(response.body), "pages", recorded)
            case "items": try expectPage(try json(response.body), "items", recorded)
            case "error":
                let error = try json(response.body)
                #expect(error["error"].bool == true)
                #expect(error["reason"].string?.isEmpty == false)
                #expect(error["id"].isNull)
            default: Issue.record("expected.json has the unknown answer \(recorded.response)")
            }
        }
    }

    /// Only the first page has a product. The expected fields are those of the envelope or of that product.
    private func expectPage(_ page: JSON, _ key: String, _ recorded: RecordedBody) throws {
        #expect(page[key].array.count == (page["page"].int ?? 1 == 1 ? 1 : 0))
        for (key, value) in try recorded.fields {
            let found = page.keys.contains(key) ? page[key] : page["pages"][0][key]
            #expect((found.value as? NSObject) == (value as? NSObject), "\(key) is \(found.value) and not \(value)")
        }
    }

    private func expectProduct(_ body: String, _ recorded: RecordedBody) throws {
        let product = try json(body)
        let expected = try recorded.fields
        #expect(!expected.isEmpty)
        for (key, value) in expected {
            let isEqual = (product[key].value as? NSObject) == (value as? NSObject)
            #expect(isEqual, "\(key) is \(product[key].value) and not \(value)")
        }
        if recorded.edition == "items", !expected.keys.contains("discounted_price") {
            #expect(product["discounted_price"].isNull)
        }
        if let count = recorded.imageCount { #expect(product["images"].array.count == count) }
    }

    private func json(_ body: String) throws -> JSON {
        JSON(try JSONSerialization.jsonObject(with: Data(body.utf8)))
    }
}
