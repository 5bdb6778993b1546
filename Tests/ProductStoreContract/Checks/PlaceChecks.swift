import Foundation
import MarketCore
import MarketModels

extension ContractCheck {
    static let places = [
        ContractCheck("placesAreFoundAsPeopleWriteThem", placesAreFoundAsPeopleWriteThem),
        ContractCheck("searchesIncludePlaces", searchesIncludePlaces),
        ContractCheck("placesInUseAreCounted", placesInUseAreCounted),
        ContractCheck("narrowedListsAreCountedByCategory", narrowedListsAreCountedByCategory),
    ]

    private static let written = [
        "망원동", "망원2동", "서울 망원동", "서울시 마포구 합정동", "마포", "서울특별시 강남구", "Mapo-gu, Seoul", "망원 1동", "중구", "",
        String(repeating: "가나다라마바사아자차", count: 6),
    ]

    private static func add(
        _ name: String = "Chair",
        at place: String,
        in category: String? = nil,
        to store: any ProductStore,
        _ vendor: Vendor
    ) async throws -> Product {
        let listing = Listing(
            name: name,
            description: "",
            pricing: try Sample.pricing(.krw, price: 1000),
            stock: 1,
            attributes: ListingAttributes(place: place, category: category)
        )
        return try await store.add(Sample.product(of: vendor.id, listing: listing))
    }

    private static func placesAreFoundAsPeopleWriteThem(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        for place in written { _ = try await add(at: place, to: store, vendor) }
        // The descriptions of others aren't places.
        _ = try await store.add(Sample.product(of: vendor.id, named: "망원동 의자", description: "서울 마포 합정 강남"))
        let long = String(repeating: "가나다라마바사아자차", count: 5)
        let cases: [(String, [Int64])] = [
            ("망원", [8, 3, 2, 1]), ("망원동", [8, 3, 2, 1]), ("망원 2동", [2]), ("망원2동", [2]), ("망원1동", [8]),
            ("합정", [4]), ("서울시", [6, 4, 3]), ("서울", [6, 4, 3]), ("서울특별시", [6, 4, 3]), ("마포", [5, 4]), ("마포구", [5, 4]),
            ("서울 망원", [3]), ("서울망원동", [3]), ("망원동 서울시", [3]), ("원동", [3, 1]), ("MAPO", [7]), ("mapo seoul", [7]),
            ("망원동".decomposedStringWithCanonicalMapping, [8, 3, 2, 1]), ("중구", [9]), ("부산", []), ("서울 부산", []),
            (long, [11]), (long + "나", []), ("%", []), ("\"", []), ("*", []), ("_", []),
        ]
        try await storage.nowAndAfterRestart { store in
            for (place, ids) in cases {
                for order in [ProductQuery.Order.newest, .cheapest, .bumped] {
                    for search in [nil, ProductSearch("chair", in: .nameAndDescription)] {
                        let query = ProductQuery(order: order, filter: AttributeFilter(place: place), search: search)
                        let page = try await store.page(query)
                        try expectEqual(page.products.map(\.id.rawValue), ids, "what is at “\(place)”, \(order)")
                        try expectEqual(page.totalCount, ids.count, "how many are at “\(place)”")
                    }
                }
            }
        }
        // A moved product is found where it is, and nowhere else.
        let reopened = try await storage.reopened()
        let moved = try await reopened.existing(Product.ID(rawValue: 1))
        let listing = Listing(
            name: "Chair",
            description: "",
            pricing: moved.listing.pricing,
            stock: 1,
            attributes: ListingAttributes(place: "부산 광안리")
        )
        let edit = ProductEdit(id: moved.id, expectedVersion: 1, listing: listing, updatedAt: Sample.moment)
        try await reopened.replace(edit).requireSaved()
        for (place, ids) in [("광안", [1]), ("망원", [8, 3, 2])] as [(String, [Int64])] {
            let page = try await reopened.page(ProductQuery(filter: AttributeFilter(place: place)))
            try expectEqual(page.products.map(\.id.rawValue), ids, "what is at “\(place)” after the move")
        }
    }

    private static func searchesIncludePlaces(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        _ = try await add("원목 책상", at: "서울 망원동", to: store, vendor)
        _ = try await add("원목 책상", at: "부산", to: store, vendor)
        _ = try await add("의자", at: "망원동", to: store, vendor)
        let hidden = try await add("책상", at: "대구 동성로", to: store, vendor)
        _ = try await store.setLifecycle(ListingLifecycle(state: .hidden), of: hidden)
        let cases: [(String, ProductSearch.Scope, [Int64])] = [
            ("책상 망원동", .nameAndDescription, [1]), ("망원동 책상", .nameAndDescription, [1]),
            ("망원", .nameAndDescription, [3, 1]),
            ("책상 서울시", .nameAndDescription, [1]), ("책상", .nameAndDescription, [2, 1]),
            ("망원동", .name, []), ("책상", .name, [2, 1]),
            ("동성로", .nameAndDescription, []),
        ]
        for (text, scope, ids) in cases {
            let page = try await store.page(ProductQuery(search: ProductSearch(text, in: scope)))
            try expectEqual(page.products.map(\.id.rawValue), ids, "what “\(text)” finds")
            try expectEqual(page.correctedSearch, nil, "“\(text)” is no typo")
        }
    }

    private static func placesInUseAreCounted(_ store: any ProductStore) async throws {
        try expectEqual(try await store.placeCounts(limit: 10), [], "the places of an empty market")
        let vendor = try await store.sampleVendor()
        var products: [Product] = []
        for place in ["망원동", "연남동", "망원동", "", "비밀동", "합정동"] {
            products.append(try await add(at: place, to: store, vendor))
        }
        let all = [("망원동", 2), ("비밀동", 1), ("연남동", 1), ("합정동", 1)].map { PlaceCount($0.0, count: $0.1) }
        try expectEqual(try await store.placeCounts(limit: 10), all, "the places")
        try expectEqual(try await store.placeCounts(limit: 2), Array(all.prefix(2)), "the first places")
        _ = try await store.setLifecycle(ListingLifecycle(state: .hidden), of: products[4])
        _ = try await store.setLifecycle(
            ListingLifecycle(state: .expired(at: Sample.moment), expiresAt: Sample.moment),
            of: products[0]
        )
        let sold = ListingLifecycle(state: .sold(at: Sample.moment), isListed: false)
        _ = try await store.setLifecycle(sold, of: products[5])
        let left = [PlaceCount("망원동", count: 1), PlaceCount("연남동", count: 1)]
        try expectEqual(try await store.placeCounts(limit: 10), left, "the places of what is listed")
    }

    private static func narrowedListsAreCountedByCategory(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        _ = try await add("Film camera", at: "서울", in: "cameras", to: store, vendor)
        _ = try await add("Film", at: "부산", in: "cameras", to: store, vendor)
        _ = try await add("Films and books", at: "서울", in: "books", to: store, vendor)
        let sold = try await add("Film", at: "서울", to: store, vendor)
        let hidden = try await add("Film", at: "서울", in: "phones", to: store, vendor)
        _ = try await store.setLifecycle(ListingLifecycle(state: .sold(at: Sample.moment)), of: sold)
        _ = try await store.setLifecycle(ListingLifecycle(state: .hidden), of: hidden)
        let slugs = ["cameras", "books", "phones"]
        let ids = try slugs.map { try unwrap(store.categories.category($0), "there are \($0)").id }
        func counts(_ query: ProductQuery) async throws -> [Int?]? {
            let counts = try await store.categoryCounts(of: query)
            return counts.map { counts in ids.map { counts[$0] } }
        }
        func search(_ text: String) -> ProductSearch? { ProductSearch(text, in: .nameAndDescription) }
        let cases: [(ProductQuery, [Int?]?)] = [
            (ProductQuery(search: search("film")), [2, 1, nil]),
            (ProductQuery(filter: AttributeFilter(place: "서울")), [1, 1, nil]),
            (ProductQuery(filter: AttributeFilter(place: "서울"), search: search("film camera")), [1, nil, nil]),
            (ProductQuery(filter: AttributeFilter(category: "electronics"), search: search("film")), [2, nil, nil]),
            (ProductQuery(isInStock: true), [2, 1, nil]),
            (ProductQuery(filter: AttributeFilter(price: .init(currency: .krw, maximum: 1000))), [2, 1, nil]),
            (ProductQuery(search: search("nothing")), [nil, nil, nil]),
            // As in a list, a typo is forgiven.
            (ProductQuery(search: search("film camrea")), [1, nil, nil]),
            (ProductQuery(order: .mostExpensive, search: search("film")), [2, 1, nil]),
        ]
        for (query, expected) in cases { try expectEqual(try await counts(query), expected, "the counts of \(query)") }
    }
}
