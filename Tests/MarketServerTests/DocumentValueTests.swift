import Foundation
import MarketAPI
import MarketCore
import MarketModels
import Testing

@testable import MarketServer

/// `openapi.json` and `API.md` repeat what the code declares: these tests name each place that says something else.
struct DocumentValueTests {
    private static let states = ListingState.Kind.allCases.map(\.rawValue)
    private static let decisions = Report.Decision.Kind.allCases.map(\.rawValue)

    @Test(
        arguments: [
            ("schemas/ErrorCode", ErrorCode.allCases.map(\.rawValue)),
            ("schemas/CurrencyInput", Currency.usual.map(\.rawValue)),
            ("schemas/ReportReason", ReportReason.allCases.map(\.rawValue)),
            ("schemas/Hold/properties/kind", ListingHold.Kind.allCases.map(\.rawValue)),
            ("schemas/HoldInput/properties/kind", OperatorHold.allCases.map(\.kind.rawValue)),
            ("schemas/DecisionInput/properties/decision", Self.decisions),
            ("schemas/Receipt/properties/state", ["open"] + Self.decisions),
            ("schemas/ModeratedReport/properties/state", ["open"] + Self.decisions),
            ("schemas/ModeratedProduct/properties/state", Self.states),
            ("schemas/ExtendedProduct/properties/state", Self.states),
            ("schemas/ExtendedSummary/properties/state", Self.states),
            ("schemas/StateInput/properties/state", Self.states.filter { $0 != "expired" }),
            (
                "schemas/Hold/properties/changes/items/properties/field",
                ListingField.allCases.filter(\.needsApproval).map(\.rawValue)
            ),
            ("parameters/Sort/schema", ProductQuery.Sort.allCases.map(\.rawValue)),
            ("parameters/ConditionFilter/schema", [""] + ItemCondition.allCases.map(\.rawValue)),
            ("parameters/HandoverFilter/schema", [""] + Handover.allCases.map(\.rawValue)),
            ("headers/ContentLanguage/schema", Language.allCases.map(\.rawValue)),
        ] as [(String, [String])]
    )
    func choicesAreThoseOfTheCode(_ place: String, _ expected: [String]) throws {
        let found = place.split(separator: "/").reduce(TestMarket.document.root["components"]) { node, step in
            node?[String(step)]
        }
        let choices = try #require(found?["enum"], "\(place) has no choices").elements.compactMap(\.text)
        #expect(Set(choices) == Set(expected), "\(place)")
        #expect(choices.count == expected.count, "\(place)")
    }

    @Test(
        arguments: [
            (["images", "images[]", "image_ids", "thumbnails"], "maxItems", ListingRules.maximumImageCount),
            (["title"], "maxLength", ListingRules.nameLength.upperBound),
            (["descriptions"], "maxLength", ListingRules.descriptionLength.upperBound),
            (["secret", "password"], "maxLength", ListingRules.secretByteCount.upperBound),
            (["contact"], "maxLength", ListingRules.contactLength.upperBound),
            (["text"], "maxLength", ReportField.text.maximumLength),
            (["mail"], "maxLength", ReportField.mail.maximumLength),
        ] as [([String], String, Int)]
            + Language.allCases.map { (["name_\($0.rawValue)"], "maxLength", ListingAttributes.maximumCategoryLength) }
    )
    func boundsAreThoseOfTheCode(_ properties: [String], _ bound: String, _ expected: Int) throws {
        let schemas = try #require(TestMarket.document.root["components"]?["schemas"]).members
        let found = schemas.flatMap { name, schema in
            Self.properties(of: schema).filter { properties.contains($0.key) }.compactMap { key, property in
                property[bound]?.number.map { (place: "\(name).\(key)", number: Int($0)) }
            }
        }
        #expect(!found.isEmpty)
        for (place, number) in found { #expect(number == expected, "\(bound) of \(place)") }
    }

    private static let images = ListingRules.maximumImageCount
    private static let widths = WebImageWidth.allCases.map(\.pixels)
    private static let upload = ServerLimits().uploadByteCount / 1_000_000

    @Test(
        arguments: [
            ("Documentation/API.md", "API-86 | at most \(images), in PATCH too"),
            ("Documentation/API.md", "files `images` (1 to \(images))"),
            ("Documentation/API.md", "files `images`, 1 to \(images) |"),
            ("Documentation/API.md", "API-211 | 1 to \(images) images"),
            ("Documentation/API.md", "API-212 | 0 to \(images) images"),
            (
                "Documentation/API.md",
                "take a `reason` (\(ReportReason.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")))"
            ),
            ("Documentation/Limits.md", "of sellers, \(images),000,000 of images"),
            ("Documentation/Limits.md", "WebP \(list(widths.map { "\($0)" }, " and ")) px wide"),
            ("Documentation/Limits.md", "the market itself refuses more than \(upload) MB"),
            ("Deployment/Caddyfile", "The market refuses those above \(upload) MB"),
            ("Sources/ServerFiles/openapi.json", "request \(list(widths.map { "`{hash}-\($0).webp`" }, ", and ")):"),
            ("Sources/ServerFiles/openapi.json", "\"reason\": \"\(ItemsErrors.tooManyImages)\""),
            (
                "Sources/ServerFiles/openapi.json",
                """
                the limits are \(ServerLimits().jsonByteCount / 1_000_000) MB of JSON, \
                \(ImageLimits.maximumByteCount / 1_000_000) MB an image, and \(upload) MB in total
                """
            ),
        ]
    )
    func factsAreThoseOfTheCode(_ file: String, _ fact: String) throws {
        let document = GeneratedTable.repository.appending(path: file)
        #expect(try String(contentsOf: document, encoding: .utf8).contains(fact))
    }

    private static func list(_ items: [String], _ last: String) -> String {
        items.dropLast().joined(separator: ", ") + last + (items.last ?? "")
    }

    /// Returns the properties of a schema, and of those of which it is made.
    private static func properties(of schema: JSONNode) -> [(key: String, value: JSONNode)] {
        let parts = ["allOf", "oneOf", "anyOf"].flatMap { schema[$0]?.elements ?? [] }
        let own = (schema["properties"]?.members ?? [:]).map { (key: $0.key, value: $0.value) }
        return own + parts.flatMap(properties)
    }
}
