import Foundation
import MarketModels
import Testing

@testable import MarketServer

/// Documentation/Limits.md says what the code does.
struct LimitTableTests {
    @Test func everyLimitHasARow() {
        let declared = Set(Mirror(reflecting: ServerLimits()).children.compactMap(\.label))
        #expect(!declared.isEmpty)
        #expect(Set(LimitTable().rows.flatMap(\.properties)) == declared)
    }

    @Test func documentationListsWhatIsDeclared() throws {
        try GeneratedTable(file: "Documentation/Limits.md", name: "limits").expect(LimitTable().text)
    }

    @Test(arguments: [
        "images of a product | 1 to \(ListingRules.maximumImageCount); optional in `items`",
        "name | 1 to \(ListingRules.nameLength.upperBound) characters",
        "description | 0 to \(ListingRules.descriptionLength.upperBound / 1000),000 characters",
        "contact | 0 to \(ListingRules.contactLength.upperBound) characters",
        "place | 0 to \(ListingAttributes.placeLength.upperBound) characters, on one line",
        "vendor's name | 1 to \(ListingRules.vendorNameLength.upperBound) characters",
        "secret | 1 to \(ListingRules.secretByteCount.upperBound) bytes of UTF-8",
        "drafts | one new listing and the 20 edits saved last of a market, each with at most "
            + "\(ListingRules.maximumImageCount) images",
    ])
    func documentationHasTheBoundsOfListings(_ row: String) throws {
        let document = GeneratedTable.repository.appending(path: "Documentation/Limits.md")
        #expect(try String(contentsOf: document, encoding: .utf8).contains("| \(row) |\n"))
    }

    /// They refuse without a sentence what they don't take, so that is a little more than the market takes.
    @Test(arguments: [
        ("Deployment/Caddyfile", "above MB with a sentence"), ("Deployment/nginx.conf", ""),
        ("Documentation/Operating.md", ""),
        ("Documentation/Limits.md", "the market itself refuses more than MB"),
    ])
    func proxiesTakeTheLargestUpload(_ file: String, _ sentence: String) throws {
        let text = try String(contentsOf: GeneratedTable.repository.appending(path: file), encoding: .utf8)
        let size = text.firstMatch(of: /(?:max_size |client_max_body_size |\| body \| )(\d+)(?:MB\n|m;| MB;)/)?.1
        let megabytes = ServerLimits().uploadByteCount / 1_000_000
        #expect((megabytes + 1...megabytes + 20).contains(try #require(size.flatMap { Int($0) })))
        #expect(sentence.isEmpty || text.contains(sentence.replacing("MB", with: "\(megabytes) MB")))
    }
}
