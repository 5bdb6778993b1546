import MarketCore
import MarketModels

extension ContractCheck {
    static let searches = [
        ContractCheck("searchesFindTextsInNamesAndDescriptions", searchesFindTextsInNamesAndDescriptions),
        ContractCheck("searchesFollowChanges", searchesFollowChanges),
        ContractCheck("searchIndexIsMadeAnewForAnotherFolding", searchIndexIsMadeAnewForAnotherFolding),
        ContractCheck("searchesArePagedLikeLists", searchesArePagedLikeLists),
        ContractCheck("listsAreSortedByWhatIsPaid", listsAreSortedByWhatIsPaid),
        ContractCheck("sortedListsGoOnBehindWhatIsGone", sortedListsGoOnBehindWhatIsGone),
        ContractCheck("pageNumbersReachTenThousandProducts", pageNumbersReachTenThousandProducts),
        ContractCheck("soldOutProductsAreLeftOutWhenAsked", soldOutProductsAreLeftOut),
        ContractCheck("summariesCarryPicturesAndDescriptionsWhenAsked", summariesCarryWhatIsAsked),
    ]

    private static func search(_ text: String, _ scope: ProductSearch.Scope = .nameAndDescription) -> ProductQuery {
        ProductQuery(search: ProductSearch(text, in: scope))
    }

    private static func searchesFindTextsInNamesAndDescriptions(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        for (name, description) in [
            ("원목 의자", "책상과 함께 쓰던 것"), ("Oak DESK_1", "100% oak. 의자는 없어요"), ("Lamp", "Chair not included"),
        ] {
            _ = try await store.add(Sample.product(of: vendor.id, named: name, description: description))
        }
        let cases: [(String, ProductSearch.Scope, [Int64])] = [
            ("의자", .name, [1]), ("의자", .nameAndDescription, [2, 1]), ("원목 의자", .name, [1]), ("목", .name, [1]),
            ("자", .name, [1]), ("의자", .name, [1]), ("desk", .name, [2]), ("DESK_", .name, [2]),
            ("sk", .nameAndDescription, [2]), ("%", .nameAndDescription, [2]), ("_", .nameAndDescription, [2]),
            ("chair", .nameAndDescription, [3]), ("CHAIR NOT", .nameAndDescription, [3]),
            ("\\", .nameAndDescription, []),
            ("책상", .name, []), ("의자원목", .name, [1]), ("의자 원목", .name, [1]), ("원목책상", .name, []),
            ("원목책상", .nameAndDescription, [1]),
            ("없어 oak", .nameAndDescription, [2]), ("oak 책상", .nameAndDescription, []),
            ("의 desk", .nameAndDescription, [2]),
            ("  원목\n의자 ", .name, [1]), ("ｄｅｓｋ", .name, [2]), ("\"", .nameAndDescription, []),
            ("*", .nameAndDescription, []),
            ("name : 의자", .name, []), ("책상과 함께 쓰던", .nameAndDescription, [1]),
        ]
        for (text, scope, expected) in cases {
            let page = try await store.page(search(text, scope))
            try expectEqual(page.products.map(\.id.rawValue), expected, "what “\(text)” finds")
            try expectEqual(page.totalCount, expected.count, "the total of “\(text)”")
            try expectEqual(page.isTotalCapped, false, "whether that is all of “\(text)”")
        }
    }

    private static func searchesFollowChanges(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        let product = try await store.add(Sample.product(of: vendor.id, named: "Chair", description: "from oak"))
        _ = try await store.add(Sample.product(of: vendor.id, named: "Table", description: "with a chair"))
        try await store.replace(Sample.edit(of: product, name: "Stool")).requireSaved()
        try expectEqual(try await store.page(search("chair")).products.map(\.id.rawValue), [2], "the old name")
        try expectEqual(try await store.page(search("stool")).products.map(\.id.rawValue), [1], "the new name")
        try expectEqual(try await store.page(search("oak")).totalCount, 0, "the old description")
        _ = try await store.delete(product.id, at: Sample.moment)
        try expectEqual(try await store.page(search("stool")).totalCount, 0, "a withdrawn product")
    }

    private static func searchIndexIsMadeAnewForAnotherFolding(_ storage: ContractStorage) async throws {
        var store = try await storage.store()
        let vendor = try await store.sampleVendor()
        for _ in 1...5 { _ = try await store.add(Sample.product(of: vendor.id)) }
        func count(_ text: String) async throws -> Int {
            let search = try unwrap(ProductSearch(text, in: .nameAndDescription), "a search")
            return try await store.page(ProductQuery(search: search)).totalCount
        }
        let before = store.revision
        try expectEqual(try await store.renewSearchIndex(foldedAs: 1), 5, "the products that were indexed")
        try expect(store.revision > before, "the revision is raised")
        try expectEqual(try await store.renewSearchIndex(foldedAs: SearchFolding.version), 5, "and once more")
        try expectEqual(try await count("chair"), 5, "what is found afterwards")
        try expectEqual(try await count("chiar"), 5, "what is found for a typo")
        let first = try await store.existing(Product.ID(rawValue: 1))
        try await store.replace(Sample.edit(of: first, name: "Table")).requireSaved()
        _ = try await store.delete(Product.ID(rawValue: 2), at: Sample.moment)
        for _ in 1...2 {
            let revision = store.revision
            let indexed = try await store.renewSearchIndex(foldedAs: SearchFolding.version)
            try expectEqual(indexed, 0, "nothing waits for the same folding, also after a move")
            try expectEqual(store.revision, revision, "the revision")
            try expectEqual(try await count("chair"), 3, "what is left")
            try expectEqual(try await count("table"), 1, "the new name")
            store = try await storage.reopened()
        }
        try expectEqual(try await store.renewSearchIndex(foldedAs: 2), 4, "the products of another folding")
        for id in [1, 3, 4, 5] as [Int64] { _ = try await store.delete(Product.ID(rawValue: id), at: Sample.moment) }
        try expectEqual(try await count("chair"), 0, "what is found of deleted products")
        try expectEqual(try await count("chiar"), 0, "and for a typo")
    }

    private static func searchesArePagedLikeLists(_ store: any ProductStore) async throws {
        let first = try await store.sampleVendor("first")
        let second = try await store.sampleVendor("second")
        for number in 1...31 {
            let vendor = number % 2 == 0 ? second : first
            let name = number % 3 == 0 ? "Table" : "Chair \(number)"
            _ = try await store.add(Sample.product(of: vendor.id, named: name))
        }
        for vendor in [nil, second.id] {
            let matches = (Int64(1)...31).filter { number in
                let isOfVendor = vendor == nil || number % 2 == 0
                return isOfVendor && number % 3 != 0
            }
            for order in [ProductQuery.Order.newest, .oldest] {
                let expected: [Int64] = order == .newest ? matches.reversed() : matches
                var query = search("chair", .name)
                query.order = order
                query.vendor = vendor
                query.size = 4
                var walked: [Int64] = []
                while true {
                    let page = try await store.page(query)
                    try expectEqual(page.totalCount, matches.count, "the total of a searched list")
                    walked += page.products.map(\.id.rawValue)
                    guard let cursor = page.nextCursor else { break }
                    query.window = .after(cursor)
                }
                try expectEqual(walked, expected, "a walk through a searched list by cursor")
                query.window = .page(2)
                let page = try await store.page(query)
                try expectEqual(
                    page.products.map(\.id.rawValue),
                    Array(expected.dropFirst(4).prefix(4)),
                    "page 2 of a searched list"
                )
                query.window = .page(.max)
                try expectEqual(try await store.page(query).products.count, 0, "a page far behind the end")
            }
        }
    }

    /// Adds products with these prices in won, or in cents if negative, and with alternating stock.
    private static func addPriced(_ prices: [Int64], to store: any ProductStore) async throws {
        let vendors = [try await store.sampleVendor("first").id, try await store.sampleVendor("second").id]
        for (index, price) in prices.enumerated() {
            let pricing = try Sample.pricing(price < 0 ? .usd : .krw, price: abs(price) + 7, discount: 7)
            let listing = Listing(name: "Chair", description: "", pricing: pricing, stock: Int64(index % 3))
            _ = try await store.add(Sample.product(of: vendors[index % 2], listing: listing))
        }
    }

    private static func walk(_ query: ProductQuery, of store: any ProductStore) async throws -> [Int64] {
        var walked: [Int64] = []
        var query = query
        while true {
            let page = try await store.page(query)
            walked += page.products.map(\.id.rawValue)
            guard let cursor = page.nextCursor else { return walked }
            query.window = .after(cursor)
        }
    }

    private static func listsAreSortedByWhatIsPaid(_ store: any ProductStore) async throws {
        // A rounding index could confuse the last two.
        try await addPriced(
            [6000, 4000, -500, 4000, 0, 9_007_199_254_740_000, 4000, -1, 9_007_199_254_740_001, 9_007_199_254_740_000],
            to: store
        )
        let won: [Int64] = [5, 7, 4, 2, 1, 10, 6, 9]
        let wonDown: [Int64] = [9, 10, 6, 1, 7, 4, 2, 5]
        for (first, up, down) in [
            (Currency.krw, won + [8, 3], wonDown + [3, 8]), (.usd, [8, 3] + won, [3, 8] + wonDown),
        ] {
            for size in [1, 2, 3, 4, 20] {
                for search in [nil, ProductSearch("chair", in: .name)] {
                    var query = ProductQuery(order: .cheapest, firstCurrency: first, size: size, search: search)
                    try expectEqual(try await walk(query, of: store), up, "the cheapest first, by \(size)")
                    query.order = .mostExpensive
                    try expectEqual(try await walk(query, of: store), down, "the most expensive first, by \(size)")
                    query.window = .page(2)
                    let page = try await store.page(query)
                    try expectEqual(
                        page.products.map(\.id.rawValue),
                        Array(down.dropFirst(size).prefix(size)),
                        "page 2 of a sorted list"
                    )
                    try expectEqual(page.totalCount, 10, "its total")
                }
            }
        }
        let second = try await store.vendor(identifiedBy: Sample.identifier("second"))
        for search in [nil, ProductSearch("chair", in: .name)] {
            let ofVendor = ProductQuery(order: .cheapest, size: 2, vendor: second?.id, search: search)
            try expectEqual(try await walk(ofVendor, of: store), [4, 2, 10, 6, 8], "a vendor's list by what is paid")
        }
    }

    private static func sortedListsGoOnBehindWhatIsGone(_ store: any ProductStore) async throws {
        try await addPriced([300, 100, -50, 100, 200, 100], to: store)
        for search in [nil, ProductSearch("chair", in: .name)] {
            var query = ProductQuery(order: .cheapest, size: 2, search: search)
            let first = try await store.page(query)
            let cursor = try unwrap(first.nextCursor, "more follows")
            try expectEqual(first.products.map(\.id.rawValue), search == nil ? [6, 4] : [6, 2], "the first stretch")
            if search == nil { _ = try await store.delete(Product.ID(rawValue: 4), at: Sample.moment) }
            query.window = .after(cursor)
            let next = try await store.page(query).products.map(\.id.rawValue)
            try expectEqual(next, search == nil ? [2, 5] : [5, 1], "what follows")
        }
        // The price moves the product in a search, too.
        let product = try await store.existing(Product.ID(rawValue: 1))
        let listing = Listing(name: "Chair", description: "", pricing: try Sample.pricing(price: 1), stock: 1)
        _ = try await store.replace(
            ProductEdit(id: product.id, expectedVersion: 1, listing: listing, updatedAt: Sample.moment)
        )
        for search in [nil, ProductSearch("chair", in: .name)] {
            let query = ProductQuery(order: .cheapest, search: search)
            try expectEqual(try await walk(query, of: store), [1, 6, 2, 5, 3], "a list with another price")
        }
    }

    private static func pageNumbersReachTenThousandProducts(_ store: any ProductStore) async throws {
        _ = try await store.sampleProduct()
        for (order, search, isInStock) in [
            (ProductQuery.Order.newest, ProductSearch("chair", in: .name), false), (.cheapest, nil, false),
            (.mostExpensive, ProductSearch("chair", in: .name), true), (.newest, nil, true),
        ] {
            for (number, size) in [(10_001, 1), (101, 100), (14, 800), (Int.max, 800)] {
                let page = try await store.page(
                    ProductQuery(order: order, window: .page(number), size: size, isInStock: isInStock, search: search)
                )
                try expectEqual(page.products.count, 0, "a page beyond what page numbers reach")
                try expectEqual(page.totalCount, 1, "its total")
                try expectEqual(page.nextCursor, nil, "its cursor")
            }
        }
    }

    private static func soldOutProductsAreLeftOut(_ store: any ProductStore) async throws {
        try await addPriced([10, 20, 30, 40, 50, 60, 70, 80], to: store)
        // The first of every three is sold out.
        for (order, expected) in [
            (ProductQuery.Order.newest, [8, 6, 5, 3, 2]), (.oldest, [2, 3, 5, 6, 8]), (.cheapest, [2, 3, 5, 6, 8]),
            (.mostExpensive, [8, 6, 5, 3, 2]),
        ] as [(ProductQuery.Order, [Int64])] {
            let query = ProductQuery(order: order, size: 2, isInStock: true)
            try expectEqual(try await walk(query, of: store), expected, "what is in stock")
            try expectEqual(try await store.page(query).totalCount, 5, "how many are in stock")
            var searched = query
            searched.search = ProductSearch("chair", in: .nameAndDescription)
            try expectEqual(try await walk(searched, of: store), expected, "what is in stock of a search")
            try expectEqual(try await store.page(searched).totalCount, 5, "how many of a search are in stock")
        }
        let product = try await store.existing(Product.ID(rawValue: 2))
        var edit = try Sample.edit(of: product)
        edit = ProductEdit(
            id: edit.id,
            expectedVersion: edit.expectedVersion,
            listing: Listing(name: "Chair", description: "", pricing: product.listing.pricing, stock: 0),
            updatedAt: edit.updatedAt
        )
        _ = try await store.replace(edit)
        let left = try await walk(ProductQuery(order: .oldest, isInStock: true), of: store)
        try expectEqual(left, [3, 5, 6, 8], "what is in stock after the last piece of one is sold")
    }

    private static func summariesCarryWhatIsAsked(_ store: any ProductStore) async throws {
        let images = try [3, 1, 2].map { try Sample.image($0) }
        let product = try await store.sampleProduct(images: images)
        _ = try await store.add(Sample.product(of: product.vendor.id))
        for order in [ProductQuery.Order.newest, .oldest] {
            let plain = try await store.page(ProductQuery(order: order)).products
            try expectEqual(plain.map { $0.images == nil && $0.description == nil }, [true, true], "a plain list")
            let full = try await store.page(
                ProductQuery(order: order, includesDescriptions: true, includesImages: true)
            ).products.sorted { $0.id < $1.id }
            try expectEqual(full.map(\.images), [images.map(\.name), []], "the pictures in a list")
            try expectEqual(full.map(\.description), ["Hardly used.", "Hardly used."], "the descriptions in a list")
        }
    }
}
