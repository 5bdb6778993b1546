import MarketAPI
import MarketModels
import Testing

struct ModerationFieldsTests {
    @Test func fieldsAreReadAsTheyWereGiven() {
        let fields = ModerationFields([
            "reason": .text("Why"), "decision": .text("upheld"), "hides": .bool(true), "kind": .text("hidden"),
            "days": .number("7"), "more": .object,
        ])
        #expect(fields.reason == "Why" && fields.decision == .upheld && fields.hides)
        #expect(fields.kind == "hidden" && fields.days == 7 && fields.unusableField == nil)
    }

    @Test func whatIsMissingIsNone() {
        for values in [[:], ["reason": .null, "decision": .null, "hides": .null, "kind": .null, "days": .null]]
            as [[String: JSONValue]]
        {
            let fields = ModerationFields(values)
            #expect(fields.reason.isEmpty && fields.decision == nil && !fields.hides)
            #expect(fields.kind == nil && fields.days == nil && fields.unusableField == nil)
        }
    }

    @Test(
        arguments: [
            ("reason", .number("1")), ("reason", .unreadableText), ("decision", .text("open")),
            ("decision", .bool(true)),
            ("hides", .text("yes")), ("kind", .object), ("days", .text("7")), ("days", .number("1.5")),
            ("days", .number("1e99")),
        ] as [(String, JSONValue)]
    )
    func whatCannotBeUsedIsNamed(_ field: String, _ value: JSONValue) {
        #expect(ModerationFields([field: value]).unusableField == field)
    }
}
