import FieldSamples
import MarketCore
import MarketModels

extension ContractCheck {
    static let forgivingSearches = [
        ContractCheck("searchesForgiveWhatPeopleType", searchesForgiveWhatPeopleType),
        ContractCheck("oldEditionsForgiveNothingButSpaces", oldEditionsForgiveNothingButSpaces),
        ContractCheck("typosAreForgivenOnlyWhenNothingElseIsFound", typosAreForgivenOnlyWhenNothingElseIsFound),
        ContractCheck("searchesFindWhatAScanOfAllTextsFinds", searchesFindWhatAScanOfAllTextsFinds),
    ]

    private static let productTexts: [(name: String, description: String, seller: String)] = [
        ("Film camera", "35 mm, “like new”", "June's Attic"), ("제주 노지 감귤 10kg", "한 상자", "고래네 중고가게"),
        ("일렉기타", "싱글 픽업", "은하 음악사"), ("ＬＥＤ lamp", "", "June's Attic"), ("필름 카메라 35mm", "", "은하 음악사"),
    ]

    private static func fill(_ store: any ProductStore) async throws {
        for (name, description, seller) in productTexts {
            let new = try Sample.newVendor(seller, name: seller)
            let vendor = try unwrap(try await store.addVendor(new), "a vendor is made")
            _ = try await store.add(Sample.product(of: vendor.id, named: name, description: description))
        }
    }

    private static func expect(
        _ text: String,
        _ scope: ProductSearch.Scope,
        finds expected: [Int64],
        correctedTo corrected: String? = nil,
        in store: any ProductStore
    ) async throws {
        let search = try unwrap(ProductSearch(text, in: scope), "“\(text)” can be searched for")
        for order in [ProductQuery.Order.newest, .cheapest, .mostExpensive] {
            let page = try await store.page(ProductQuery(order: order, search: search))
            // All have the same price.
            try expectEqual(page.products.map(\.id.rawValue), expected, "what “\(text)” finds")
            try expectEqual(page.totalCount, expected.count, "the total of “\(text)”")
            try expectEqual(page.correctedSearch, corrected, "what “\(text)” was taken for")
        }
    }

    private static func searchesForgiveWhatPeopleType(_ storage: ContractStorage) async throws {
        try await fill(storage.store())
        try await storage.nowAndAfterRestart { store in
            for (text, expected) in [
                ("camera film", [1]), ("filmcamera", [1]), ("FILM  CAMERA ", [1]), ("35mm", [5, 1]), ("35 mm", [5, 1]),
                ("mm 35", [5, 1]), ("노지감귤", [2]), ("감귤 제주", [2]), ("감귤10kg", [2]), ("ｌｅｄ", [4]), ("led lamp", [4]),
                ("june’s", [4, 1]), ("“camera”", [1]), ("\"like new\"", [1]), ("ㄱㅌ", [3]), ("ㅇㄹㄱㅌ", [3]), ("ㄴㅈㄱㄱ", [2]),
                ("고래네", [2]), ("은하 카메라", [5]), ("카메라 은하음악사", [5]), ("attic", [4, 1]), ("\u{200B}lamp\u{200B}", [4]),
                ("sofa", []), ("camera lamp", []),
            ] as [(String, [Int64])] {
                try await expect(text, .nameAndDescription, finds: expected, in: store)
            }
            for (text, corrected, expected) in [
                ("camrea", "camera", [1]), ("lamp juune", "lamp june", [4]), ("film camerra", "film camera", [1]),
                ("카매라", "카메라", [5]),
                ("고래내", "고래네", [2]), ("일렉기다", "일렉기타", [3]), ("lamo", nil, []),
            ] as [(String, String?, [Int64])] {
                try await expect(text, .nameAndDescription, finds: expected, correctedTo: corrected, in: store)
            }
        }
    }

    private static func oldEditionsForgiveNothingButSpaces(_ store: any ProductStore) async throws {
        try await fill(store)
        for (text, expected) in [
            ("camera film", [1]), ("filmcamera", [1]), ("노지감귤", [2]), ("35mm", [5]), ("35 mm", [5]), ("camrea", []),
            ("ㄱㅌ", []),
            ("june's", []), ("상자", []),
        ] as [(String, [Int64])] {
            try await expect(text, .name, finds: expected, in: store)
        }
    }

    private static func typosAreForgivenOnlyWhenNothingElseIsFound(_ store: any ProductStore) async throws {
        try await fill(store)
        try await expect("camrea", .nameAndDescription, finds: [1], correctedTo: "camera", in: store)
        let vendor = try await store.sampleVendor()
        let typo = try await store.add(Sample.product(of: vendor.id, named: "Camrea bag"))
        try await expect("camrea", .nameAndDescription, finds: [typo.id.rawValue], in: store)
        // A match that a filter excludes still prevents a correction.
        let search = ProductSearch("camrea", in: .nameAndDescription)
        let filtered = try await store.page(ProductQuery(vendor: Vendor.ID(rawValue: 1), search: search))
        try expectEqual(filtered.totalCount, 0, "a word that only another vendor's product has")
        try expectEqual(filtered.correctedSearch, nil, "what it was taken for")
        // The words are deleted with their products.
        _ = try await store.replace(Sample.edit(of: typo, name: "Camera bag"))
        try await expect("camrea", .nameAndDescription, finds: [6, 1], correctedTo: "camera", in: store)
        _ = try await store.delete(typo.id, at: Sample.moment)
        _ = try await store.delete(Product.ID(rawValue: 1), at: Sample.moment)
        try await expect("camrea", .nameAndDescription, finds: [], in: store)
    }

    /// Random products and random searches with random filters, compared with ``ResolvedSearch/matches(_:)``. There are
    /// enough products for words of all frequencies.
    private static func searchesFindWhatAScanOfAllTextsFinds(_ store: any ProductStore) async throws {
        var generator = SeededGenerator(seed: 20_261_122)
        let products = try await addRandomProducts(400, to: store, using: &generator)
        for _ in 1...300 {
            let scopes: [ProductSearch.Scope] = [.name, .nameAndSeller, .nameAndDescription]
            let scope = scopes.randomElement(using: &generator) ?? .name
            let text = randomText(Int.random(in: 1...3, using: &generator), using: &generator)
            guard let search = ProductSearch(text, in: scope) else { continue }
            let typed = ResolvedSearch(search)
            let found = products.filter { typed.matches($0.texts) }
            // Corrected searches aren't covered by this check.
            guard !found.isEmpty else { continue }
            let order = ProductQuery.Order.allCases.randomElement(using: &generator) ?? .newest
            let someVendor = products.randomElement(using: &generator)?.product.vendor
            let vendor = Bool.random(using: &generator) ? someVendor : nil
            let query = ProductQuery(
                order: order,
                size: 400,
                vendor: vendor?.id,
                isInStock: Bool.random(using: &generator),
                search: search,
                currencyScope: CurrencyScope.allCases.randomElement(using: &generator) ?? .all
            )
            let expected = found.map(\.product).filter { product in
                (vendor == nil || product.vendor.id == vendor?.id) && (!query.isInStock || product.listing.stock > 0)
                    && query.currencyScope.contains(product.listing.pricing.currency)
            }
            let page = try await store.page(query)
            try expectEqual(page.products.map(\.id), expected.ids(in: query), "what “\(search.text)” finds")
            try expectEqual(page.totalCount, expected.count, "the total of “\(search.text)”")
        }
    }

    private typealias SearchedProduct = (product: Product, texts: SearchableProduct)

    private static let parts = [
        "의자", "원목", "chair", "Desk", "35", "mm", "노지", "감귤", "ㄱㅌ", "기타", "a", "책", "\"", "l’or", "é",
    ]

    private static func randomText(_ count: Int, using generator: inout SeededGenerator) -> String {
        (0..<count).map { _ in
            let part = parts.randomElement(using: &generator) ?? ""
            return part + (Int.random(in: 0..<3, using: &generator) == 0 ? "" : " ")
        }.joined()
    }

    private static func addRandomProducts(
        _ count: Int,
        to store: any ProductStore,
        using generator: inout SeededGenerator
    ) async throws -> [SearchedProduct] {
        var vendors: [Vendor] = []
        for (number, part) in parts.prefix(5).enumerated() {
            let seller = "\(number) \(part)"
            let new = try Sample.newVendor(seller, name: seller)
            vendors.append(try unwrap(try await store.addVendor(new), "a vendor is made"))
        }
        var products: [SearchedProduct] = []
        for number in 1...count {
            let pricing = try Sample.pricing(
                [Currency.krw, .usd, .eur].randomElement(using: &generator) ?? .krw,
                price: Int64.random(in: 1...20, using: &generator) * 100
            )
            let listing = Listing(
                name: randomText(3, using: &generator),
                description: randomText(Int.random(in: 0..<5, using: &generator), using: &generator),
                pricing: pricing,
                stock: Int64.random(in: 0...1, using: &generator)
            )
            let new = try Sample.product(of: vendors[number % vendors.count].id, listing: listing)
            let product = try await store.add(new)
            let texts = SearchableProduct(
                name: product.listing.name,
                description: product.listing.description,
                seller: product.vendor.name
            )
            products.append((product, texts))
        }
        return products
    }
}

extension [Product] {
    /// Returns the ids of products in the order of a query.
    fileprivate func ids(in query: ProductQuery) -> [Product.ID] {
        let currencies = query.currencies()
        func rank(_ product: Product) -> (currency: Int, amount: Int64) {
            let amount = product.listing.pricing.salePrice
            let sign: Int64 = query.order == .mostExpensive ? -1 : 1
            return (currencies.firstIndex(of: amount.currency) ?? currencies.count, sign * amount.minorUnits)
        }
        return sorted { one, other in
            switch query.order {
            // None was moved to the top, and all were listed at the same time.
            case .newest, .bumped: one.id > other.id
            case .oldest: one.id < other.id
            case .cheapest, .mostExpensive:
                rank(one) == rank(other) ? one.id > other.id : rank(one) < rank(other)
            }
        }.map(\.id)
    }
}
