import MarketAPI
import MarketModels
import Testing

struct EntityTagTests {
    private let id = Product.ID(rawValue: 7)

    @Test func ifMatchNamesVersions() {
        let tag = EntityTag.product(id, version: 3, edition: .training)
        #expect(EntityTag.versions(of: id, in: tag) == [3])
        #expect(EntityTag.versions(of: id, in: "W/\(tag), \"p7-5-training\"") == [3, 5])
        #expect(EntityTag.versions(of: id, in: "*") == nil)
        for other in ["", "\"p8-3-training\"", "\"p7-x-training\"", "\"x\"", "p"] {
            #expect(EntityTag.versions(of: id, in: other) == [], "\(other)")
        }
    }

    @Test func ifNoneMatchComparesWeakly() {
        #expect(EntityTag.isNamed("\"a\"", in: " \"b\" , W/\"a\" "))
        #expect(EntityTag.isNamed("\"a\"", in: "*"))
        #expect(!EntityTag.isNamed("\"a\"", in: "\"ab\""))
        #expect(!EntityTag.isNamed("\"a\"", in: ""))
    }
}
