import MarketCore
import MarketModels

extension ContractCheck {
    static let searches = [
        ContractCheck("searchesFindTextsInNamesAndDescriptions", searchesFindTextsInNamesAndDescriptions),
        ContractCheck("searchesFollowChanges", searchesFollowChanges),
        ContractCheck("searchesArePagedLikeLists", searchesArePagedLikeLists),
        ContractCheck("summariesCarryPicturesAndDescriptionsWhenAsked", summariesCarryWhatIsAsked),
    ]

    private static func search(_ text: String, _ scope: ProductSearch.Scope = .nameAndDescription) -> ProductQuery {
        ProductQuery(search: ProductSearch(text, in: scope))
    }

    private static func searchesFindTextsInNamesAndDescriptions(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
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
            ("chair", .nameAndDescription, [3]), ("CHAIR NOT", .nameAndDescription, [3]), ("\\", .nameAndDescription, []),
            ("책상", .name, []), ("의 자", .nameAndDescription, []), ("의자원목", .nameAndDescription, []),
        ]
        for (text, scope, expected) in cases {
            let page = try await store.page(search(text, scope))
            try expectEqual(page.products.map(\.id.rawValue), expected, "what “\(text)” finds")
            try expectEqual(page.totalCount, expected.count, "the total of “\(text)”")
            try expectEqual(page.isTotalCapped, false, "whether that is all of “\(text)”")
        }
    }

    private static func searchesFollowChanges(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        let product = try await store.add(Sample.product(of: vendor.id, named: "Chair", description: "from oak"))
        _ = try await store.add(Sample.product(of: vendor.id, named: "Table", description: "with a chair"))
        guard case .saved = try await store.replace(Sample.edit(of: product, name: "Stool")) else {
            throw ContractViolation(description: "the edit is saved")
        }
        try expectEqual(try await store.page(search("chair")).products.map(\.id.rawValue), [2], "the old name")
        try expectEqual(try await store.page(search("stool")).products.map(\.id.rawValue), [1], "the new name")
        try expectEqual(try await store.page(search("oak")).totalCount, 0, "the old description")
        _ = try await store.withdraw(product.id, at: Sample.moment)
        try expectEqual(try await store.page(search("stool")).totalCount, 0, "a withdrawn product")
    }

    private static func searchesArePagedLikeLists(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
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

    private static func summariesCarryWhatIsAsked(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let pictures = try [3, 1, 2].map { try Sample.picture($0) }
        let product = try await store.sampleProduct(pictures: pictures)
        _ = try await store.add(Sample.product(of: product.vendor.id))
        for order in [ProductQuery.Order.newest, .oldest] {
            let plain = try await store.page(ProductQuery(order: order)).products
            try expectEqual(plain.map { $0.pictures == nil && $0.description == nil }, [true, true], "a plain list")
            let full = try await store.page(
                ProductQuery(order: order, includesDescriptions: true, includesPictures: true)
            ).products.sorted { $0.id < $1.id }
            try expectEqual(full.map(\.pictures), [pictures.map(\.name), []], "the pictures in a list")
            try expectEqual(full.map(\.description), ["Hardly used.", "Hardly used."], "the descriptions in a list")
        }
    }
}
