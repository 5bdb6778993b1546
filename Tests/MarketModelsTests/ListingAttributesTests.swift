import Testing

@testable import MarketModels

/// API.md, “What a listing is”.
struct ListingAttributesTests {
    private let draft = ProductDraft(name: "의자", description: "", price: DecimalAmount(0), currency: .krw)
    private let categories = CategoryTree([
        Category(id: .init(rawValue: 1), slug: "electronics", names: [.korean: "디지털", .english: "Electronics"]),
        Category(
            id: .init(rawValue: 2),
            slug: "cameras",
            names: [.korean: "카메라", .english: "Cameras"],
            parent: .init(rawValue: 1)
        ),
        Category(
            id: .init(rawValue: 3),
            slug: "film",
            names: [.korean: "필름", .english: "Film"],
            parent: .init(rawValue: 1),
            isRemoved: true
        ),
        Category(id: .init(rawValue: 4), slug: "toys", names: [.korean: "장난감", .english: "Toys"], isRemoved: true),
    ])

    private func problems(_ change: (inout ProductDraft) -> Void) -> [ListingProblem] {
        var draft = draft
        change(&draft)
        do {
            _ = try ListingRules.check(draft, categories: categories)
            return []
        } catch {
            return error.all
        }
    }

    @Test func everyAttributeIsOptional() throws {
        #expect(try ListingRules.check(draft).listing.attributes == .none)
        var empty = draft
        for field in ListingField.attributes { empty.attributes[field] = "" }
        empty.attributes[.place] = " \n"
        #expect(try ListingRules.check(empty, categories: categories).listing.attributes == .none)
    }

    @Test func attributesAreRead() throws {
        var given = draft
        given.attributes = [
            .category: "cameras", .condition: "like_new", .handover: "both", .place: "  서울\n연남동 ",
        ]
        let attributes = try ListingRules.check(given, categories: categories).listing.attributes
        #expect(
            attributes
                == ListingAttributes(condition: .likeNew, handover: .both, place: "서울 연남동", category: "cameras")
        )
    }

    /// A mark, a joiner or a variation selector belongs to the space before it, and is not white space for that.
    @Test(arguments: [
        ("\u{301}역 앞", "\u{301}역 앞"), (" \u{200D}x", "\u{200D}x"),
        ("\u{1F1F0}\u{2028}\u{301} 2층", "\u{1F1F0} \u{301} 2층"),
        ("카페\n\u{FE0F} \t앞\r\n", "카페 \u{FE0F} 앞"), (" \u{3000}\u{A0}", ""),
    ])
    func placesStayTheSameWhenReadAgain(given: String, place: String) throws {
        var draft = draft
        draft.attributes[.place] = given
        let read = try ListingRules.check(draft).listing.attributes.place
        // Compared by bytes, because equal strings can be composed differently.
        #expect(Array(read.utf8) == Array(place.utf8))
        draft.attributes[.place] = read
        let again = try ListingRules.check(draft).listing.attributes.place
        #expect(Array(again.utf8) == Array(read.utf8))
        let filter = AttributeFilter.reading(currency: .krw) { $0 == .place ? given : nil }.filter
        #expect(Array(filter.place.utf8) == Array(read.utf8))
    }

    @Test func whatIsNoChoiceIsReported() {
        #expect(problems { $0.attributes[.condition] = "shiny" } == [ListingProblem(.condition, .unknownChoice)])
        #expect(problems { $0.attributes[.handover] = "Pickup" } == [ListingProblem(.handover, .unknownChoice)])
        for category in ["cars", "film", "toys", "Cameras", "a b", String(repeating: "a", count: 41)] {
            #expect(problems { $0.attributes[.category] = category } == [ListingProblem(.category, .unknownChoice)])
        }
        let flood = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(problems { $0.attributes[.condition] = flood } == [ListingProblem(.condition, .unknownChoice)])
        #expect(problems { $0.attributes[.place] = String(repeating: "가", count: 60) } == [])
        #expect(
            problems { $0.attributes[.place] = String(repeating: "가", count: 61) }
                == [ListingProblem(.place, .tooLong(maximum: 60))]
        )
    }

    @Test func appsThatDoNotKnowTheCategoriesCheckOnlyTheirSpelling() {
        var given = draft
        given.attributes[.category] = "cars"
        #expect(throws: Never.self) { try ListingRules.check(given) }
        given.attributes[.category] = "Cars!"
        #expect(throws: ListingProblems.self) { try ListingRules.check(given) }
    }

    @Test func patchChangesOnlyWhatItNames() throws {
        let listing = Listing(
            name: "의자",
            description: "",
            pricing: try #require(Pricing(currency: .krw, priceMinorUnits: 0, discountMinorUnits: 0)),
            stock: 1,
            attributes: ListingAttributes(condition: .fair, handover: .pickup, place: "부산", category: "film")
        )
        let renamed = try ListingRules.apply(ProductPatch(name: "의자 2"), to: listing, categories: categories)
        #expect(renamed.attributes == listing.attributes)
        let patch = ProductPatch(attributes: [.condition: "", .place: "대구"])
        let changed = try ListingRules.apply(patch, to: listing, categories: categories).attributes
        #expect(changed == ListingAttributes(handover: .pickup, place: "대구", category: "film"))
        // A removed category can be kept, but not chosen.
        let kept = ProductPatch(attributes: [.category: "film"])
        #expect(try ListingRules.apply(kept, to: listing, categories: categories).attributes.category == "film")
        #expect(throws: ListingProblems.self) {
            try ListingRules.apply(ProductPatch(attributes: [.category: "toys"]), to: listing, categories: categories)
        }
    }

    @Test func productsOfRemovedCategoriesBelongToTheParent() throws {
        #expect(categories.categories.map(\.slug) == ["electronics", "cameras"])
        #expect(categories.category("film") == nil)
        #expect(categories.current("film")?.slug == "electronics")
        #expect(categories.successor(ofRemoved: "film") == .some(categories.category("electronics")))
        #expect(categories.successor(ofRemoved: "toys") == .some(nil))
        #expect(categories.successor(ofRemoved: "cameras") == nil)
        let electronics = try #require(categories.category("electronics"))
        #expect(categories.members(of: electronics).map(\.rawValue) == [1, 2, 3])
        let counts = [Category.ID(rawValue: 1): 1, Category.ID(rawValue: 2): 2, Category.ID(rawValue: 3): 3]
        #expect(categories.total(of: electronics, in: counts) == 6)
    }

    @Test func filterIsReadFromAnAddressAndWrittenBack() {
        let parameters: [AttributeFilter.Parameter: String] = [
            .category: "cameras", .condition: "good", .handover: "pickup", .place: " 서울  마포 ",
            .minimumPrice: "10,000", .maximumPrice: "50000", .free: "",
        ]
        let (filter, unusable) = AttributeFilter.reading(currency: .krw) { parameters[$0] }
        #expect(unusable.isEmpty && filter.count == 5)
        #expect(filter.price == .init(currency: .krw, minimum: 10_000, maximum: 50_000))
        #expect(
            filter.parameters.map { "\($0.parameter.rawValue)=\($0.value)" } == [
                "category=cameras", "condition=good", "handover=pickup", "place=서울 마포", "price_min=10000",
                "price_max=50000", "price_currency=KRW",
            ]
        )
        let written = Dictionary(uniqueKeysWithValues: filter.parameters.map { ($0.parameter, $0.value) })
        #expect(AttributeFilter.reading(currency: .usd) { written[$0] }.filter == filter)
    }

    @Test(
        arguments: [
            ("100000", "100", 100, 100_000), ("100", "100,000", 100, 100_000), ("500", "500", 500, 500),
            ("7", "0", 0, 7),
            ("7", "", 7, nil), ("", "7", 0, 7), ("7", "cheap", 7, nil),
        ] as [(String, String, Int64, Int64?)]
    )
    func pricesAreTakenInEitherOrder(_ from: String, _ to: String, _ minimum: Int64, _ maximum: Int64?) {
        let parameters: [AttributeFilter.Parameter: String] = [.minimumPrice: from, .maximumPrice: to]
        let filter = AttributeFilter.reading(currency: .krw) { parameters[$0] }.filter
        #expect(filter.price == .init(currency: .krw, minimum: minimum, maximum: maximum))
    }

    @Test func unusableParametersAreNamed() {
        let parameters: [AttributeFilter.Parameter: String] = [
            .category: "No", .condition: "x", .handover: "x", .place: String(repeating: "a", count: 61),
            .minimumPrice: "cheap", .maximumPrice: "-1", .priceCurrency: "XXX", .free: "maybe",
        ]
        let (filter, unusable) = AttributeFilter.reading(currency: .krw) { parameters[$0] }
        #expect(filter.isEmpty)
        #expect(Set(unusable) == Set(parameters.keys))
    }
}
