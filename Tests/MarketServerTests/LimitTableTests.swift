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
}
