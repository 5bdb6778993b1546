import MarketAPI
import Testing

struct EntityTagTests {
    @Test func ifNoneMatchComparesWeakly() {
        #expect(EntityTag.isNamed("\"a\"", in: " \"b\" , W/\"a\" "))
        #expect(EntityTag.isNamed("\"a\"", in: "*"))
        #expect(!EntityTag.isNamed("\"a\"", in: "\"ab\""))
        #expect(!EntityTag.isNamed("\"a\"", in: ""))
    }

    /// RFC 9110, 8.8.3: a tag may contain commas and backslashes, and `W/` is in upper case.
    @Test(arguments: [
        ("\"b\",\"a\"", true), (",\t,\"a\",", true), ("\"b,c\", \"a\"", true), ("W/\"b\",W/\"a\"", true),
        (" *\t", true),
        ("\"b,\"a\"", false), ("\"b\\\",\"a\"", true), ("w/\"a\"", false), ("a", false), ("\"a", false),
        ("\"a\"b", false),
        ("x, \"a\"", true), ("\"a\" \"b\"", false), ("W/ \"a\"", false), ("\"b\", *", false), ("**", false),
        ("\"\"", false),
        ("W/, \"a\"", true), ("\"é\", \"a\"", true),
    ])
    func listsAreReadAsWhole(_ list: String, _ isExpected: Bool) {
        #expect(EntityTag.isNamed("\"a\"", in: list) == isExpected)
    }
}
