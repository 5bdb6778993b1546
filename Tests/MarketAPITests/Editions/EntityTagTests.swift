import MarketAPI
import Testing

struct EntityTagTests {
    @Test func ifNoneMatchComparesWeakly() {
        #expect(EntityTag.isNamed("\"a\"", in: " \"b\" , W/\"a\" "))
        #expect(EntityTag.isNamed("\"a\"", in: "*"))
        #expect(!EntityTag.isNamed("\"a\"", in: "\"ab\""))
        #expect(!EntityTag.isNamed("\"a\"", in: ""))
    }
}
