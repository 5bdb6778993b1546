import Foundation
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
}
