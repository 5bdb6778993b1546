import FieldSamples
import MarketCore
import MarketModels

extension ContractCheck {
    static let attributes = [
        ContractCheck("attributesAreStoredAndEdited", attributesAreStoredAndEdited),
        ContractCheck("everyAttributeIsStoredChangedAndRemoved", everyAttributeIsStoredChangedAndRemoved),
        ContractCheck("listsAreNarrowedInEveryCombination", listsAreNarrowedInEveryCombination),
        ContractCheck("aRemovedCategorysProductsMoveToItsParent", aRemovedCategorysProductsMoveToItsParent),
        ContractCheck("concurrentChangesOfTheCategoriesAreAllSeen", concurrentChangesOfTheCategoriesAreAllSeen),
        ContractCheck("settingsDefineTheCategories", settingsDefineTheCategories),
    ]

    private static func listing(
        _ attributes: ListingAttributes,
        price: Int64 = 10_000,
        in currency: Currency = .krw,
        name: String = "Chair"
    ) throws -> Listing {
        Listing(
            name: name,
            description: "",
            pricing: try Sample.pricing(currency, price: price),
            stock: 1,
            attributes: attributes
        )
    }

    private static func attributesAreStoredAndEdited(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        let attributes = ListingAttributes(condition: .forParts, handover: .both, place: "서울 연남동", category: "cameras")
        let product = try await store.add(Sample.product(of: vendor.id, listing: listing(attributes)))
        try expectEqual(product.listing.attributes, attributes, "the new product")
        let edit = ProductEdit(
            id: product.id,
            expectedVersion: 1,
            listing: try listing(ListingAttributes(condition: .new, category: "books")),
            updatedAt: Sample.moment
        )
        try await store.replace(edit).requireSaved()
        let reopened = try await storage.reopened()
        let changed = try await reopened.existing(product.id).listing.attributes
        try expectEqual(changed, ListingAttributes(condition: .new, category: "books"), "the edited product")
        let counts = try await reopened.categoryCounts()
        let books = try unwrap(reopened.categories.category("books"), "there are books")
        try expectEqual(counts, [books.id: 1], "the counts of categories")
        _ = try await reopened.delete(product.id, at: Sample.moment)
        try expectEqual(try await reopened.categoryCounts(), [:], "the counts after the deletion")
    }

    /// At both bounds of each declared attribute.
    private static func everyAttributeIsStoredChangedAndRemoved(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        var version: Int64 = 1
        var product = try await store.add(Sample.product(of: vendor.id, listing: listing(.all(0))))
        try expectEqual(product.listing.attributes, .all(0), "the new product")
        func change(_ attributes: ListingAttributes) async throws {
            let edit = ProductEdit(
                id: product.id,
                expectedVersion: version,
                listing: try listing(attributes),
                updatedAt: Sample.moment
            )
            let saved = try await store.replace(edit).requireSaved().product
            (product, version) = (saved, saved.version)
            try expectEqual(saved.listing.attributes, attributes, "the edited product")
            try expectEqual(try await store.existing(saved.id).listing.attributes, attributes, "what is stored")
            let page = try await store.page(ProductQuery())
            try expectEqual(page.products.map(\.attributes), [attributes.listed], "the list")
        }
        try await change(.all(1))
        for field in ListingField.attributes {
            var others = ListingAttributes.all(1)
            others[field] = ""
            try await change(others)
            var only = ListingAttributes.none
            only[field] = field.accepted[0]
            try await change(only)
        }
        try await change(.none)
    }

    /// Compares lists with what a loop over all products finds.
    private static func listsAreNarrowedInEveryCombination(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        let categories: [String?] = [nil, "electronics", "cameras", "books"]
        let places = ["", "서울 연남동", "서울 합정동"]
        // Prices above 2^19 share groups in the index by price.
        let prices: [Int64] = [0, 5000, 10_000, 1_000_000, 1_000_001, 1_000_002]
        var products: [Product] = []
        for number in 0..<72 {
            let attributes = ListingAttributes(
                condition: [nil, .new, .good][number % 3],
                handover: [nil, .pickup, .parcel, .both][number / 3 % 4],
                place: places[number / 5 % 3],
                category: categories[number / 7 % 4]
            )
            let listing = try listing(
                attributes,
                price: prices[number / 2 % 6],
                in: number % 5 == 0 ? .usd : .krw,
                name: number % 2 == 0 ? "Chair" : "Lamp"
            )
            products.append(try await store.add(Sample.product(of: vendor.id, listing: listing)))
        }
        let filters: [AttributeFilter] = [
            AttributeFilter(category: "electronics"), AttributeFilter(category: "cameras"),
            AttributeFilter(category: "toys"), AttributeFilter(condition: .good), AttributeFilter(handover: .pickup),
            AttributeFilter(handover: .both), AttributeFilter(place: "합정동"), AttributeFilter(place: "연남동 서울"),
            AttributeFilter(isFree: true), AttributeFilter(category: "books", isFree: true),
            AttributeFilter(price: .init(currency: .krw, minimum: 5000, maximum: 10_000)),
            AttributeFilter(price: .init(currency: .krw, minimum: 1_000_001)),
            AttributeFilter(price: .init(currency: .usd, maximum: 1_000_001)),
            AttributeFilter(price: .init(currency: .krw, minimum: 2, maximum: 1)),
            AttributeFilter(condition: .new, price: .init(currency: .krw, minimum: 1_000_000, maximum: 1_000_001)),
            AttributeFilter(category: "electronics", condition: .good, handover: .parcel, place: "서울"),
        ]
        for filter in filters {
            for search in [nil, ProductSearch("chair", in: .nameAndDescription)] {
                for order in ProductQuery.Order.allCases {
                    let wanted = products.filter { product in
                        fits(product, filter, store.categories)
                            && (search == nil || product.listing.name == "Chair")
                    }
                    let query = ProductQuery(order: order, size: 7, filter: filter, search: search)
                    try await expectList(of: query, wanted, store)
                }
            }
        }
        let won = ProductQuery(filter: AttributeFilter(isFree: true), currencyScope: .wonAndDollar)
        let free = products.filter { fits($0, won.filter, store.categories) }
        try expectEqual(try await store.page(won).totalCount, free.count, "free in won and dollars")
    }

    private static func fits(_ product: Product, _ filter: AttributeFilter, _ categories: CategoryTree) -> Bool {
        let attributes = product.listing.attributes
        let price = product.listing.pricing.salePrice
        if let wanted = filter.category {
            guard let own = attributes.category.flatMap({ categories.category($0) }) else { return false }
            guard own.slug == wanted || categories.parent(of: own)?.slug == wanted else { return false }
        }
        if let condition = filter.condition, attributes.condition != condition { return false }
        if let wish = filter.handover, attributes.handover?.fits(wish) != true { return false }
        let words = Set(attributes.place.split(separator: " "))
        if !words.isSuperset(of: filter.place.split(separator: " ")) { return false }
        if filter.isFree, price.minorUnits != 0 { return false }
        guard let range = filter.price else { return true }
        return price.currency == range.currency && price.minorUnits >= range.minimum
            && price.minorUnits <= range.maximum ?? .max
    }

    /// Walks a list by its cursors and compares it, its order and its total with the wanted products.
    private static func expectList(of query: ProductQuery, _ wanted: [Product], _ store: any ProductStore) async throws
    {
        func comes(_ one: Product, before other: Product) -> Bool {
            let (left, right) = (one.listing.pricing.salePrice, other.listing.pricing.salePrice)
            switch query.order {
            // None was moved to the top, and all were listed at the same time.
            case .newest, .bumped: return one.id > other.id
            case .oldest: return one.id < other.id
            case .cheapest, .mostExpensive:
                if left.currency != right.currency { return left.currency == .krw }
                if left.minorUnits != right.minorUnits {
                    return (query.order == .cheapest) == (left.minorUnits < right.minorUnits)
                }
                return one.id > other.id
            }
        }
        let sorted = wanted.sorted(by: comes).map(\.id)
        var query = query
        var found: [Product.ID] = []
        repeat {
            let page = try await store.page(query)
            try expectEqual(page.totalCount, wanted.count, "the total of \(query.filter) by \(query.order)")
            found += page.products.map(\.id)
            guard let cursor = page.nextCursor, found.count <= wanted.count else { break }
            query.window = .after(cursor)
        } while true
        try expectEqual(found, sorted, "the list of \(query.filter) by \(query.order)")
        query.window = .page(2)
        let second = try await store.page(query).products.map(\.id)
        try expectEqual(second, Array(sorted.dropFirst(query.size).prefix(query.size)), "page 2 of \(query.filter)")
    }

    private static func concurrentChangesOfTheCategoriesAreAllSeen(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<25 {
                        let slug = "category-\(writer)-\(number)"
                        try await store.changeCategories(
                            .add(slug: slug, names: [.korean: "책", .english: "Books"], parent: nil)
                        )
                        try expect(store.categories.category(slug) != nil, "\(slug) is seen as soon as it is stored")
                    }
                }
            }
            try await group.waitForAll()
        }
        let last = store.categories
        try expectEqual(try await storage.reopened().categories, last, "what was seen last is what is stored")
    }

    private static func aRemovedCategorysProductsMoveToItsParent(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        for category in ["cameras", "electronics", "books"] {
            let listing = try listing(ListingAttributes(category: category))
            _ = try await store.add(Sample.product(of: vendor.id, listing: listing))
        }
        let first = Product.ID(rawValue: 1)
        let cameras = try unwrap(store.categories.category("cameras"), "there are cameras")
        let electronics = try unwrap(store.categories.category("electronics"), "there are electronics")
        let before = store.revision
        try await store.changeCategories(.remove(cameras.id))
        try expect(store.revision > before, "the revision is raised")
        try expect(store.siteRevision > before, "and that of the categories")
        try expectEqual(try await store.existing(first).listing.attributes.category, "electronics", "the category")
        let query = ProductQuery(filter: AttributeFilter(category: "electronics"))
        try expectEqual(try await store.page(query).totalCount, 2, "the products of the parent")
        let counts = try await store.categoryCounts()
        try expectEqual(store.categories.total(of: electronics, in: counts), 2, "the count of the parent")
        try await store.changeCategories(.remove(electronics.id))
        try expectEqual(try await store.existing(first).listing.attributes.category, nil, "without a parent, none")
        // An edit keeps the search index in step with what is stored.
        let edit = ProductEdit(
            id: first,
            expectedVersion: 1,
            listing: try listing(ListingAttributes(condition: .good)),
            updatedAt: Sample.moment
        )
        try await store.replace(edit).requireSaved()
        try await store.changeCategories(
            .add(slug: "electronics", names: [.korean: "전자", .english: "Devices"], parent: nil)
        )
        let reopened = try await storage.reopened()
        try expectEqual(reopened.categories.category("electronics")?.name(in: .korean), "전자", "the category is back")
        try expectEqual(try await reopened.page(query).products.map(\.id.rawValue), [2], "with what it still has")
    }

    private static func settingsDefineTheCategories(_ storage: ContractStorage) async throws {
        var store = try await storage.store()
        let vendor = try await store.sampleVendor()
        for category in ["cameras", "bicycles", "books"] {
            let listing = try listing(ListingAttributes(category: category))
            _ = try await store.add(Sample.product(of: vendor.id, listing: listing))
        }
        try expect(!(try await store.areCategoriesFixed()), "the operator changes the categories at first")
        let definitions = [
            CategoryDefinition(slug: "tools", names: [.korean: "공구", .english: "Tools"]),
            // From the second level to the top, and the other way round.
            CategoryDefinition(slug: "cameras", names: [.korean: "카메라", .english: "Cameras"]),
            CategoryDefinition(slug: "electronics", names: [.korean: "전자", .english: "Devices"], parent: "cameras"),
            CategoryDefinition(slug: "books", names: [.korean: "도서", .english: "Books"], parent: "cameras"),
            CategoryDefinition(slug: "sports", names: [.korean: "운동", .english: "Sports"]),
        ]
        let before = store.revision
        try await store.setCategories(definitions)
        try expect(store.siteRevision > before, "the revision is raised")
        for opening in 1...2 {
            try expectEqual(store.categories.definitions, definitions, "the categories")
            try expect(try await store.areCategoriesFixed(), "they are fixed")
            var found: [String?] = []
            for id in 1...3 as ClosedRange<Int64> {
                found.append(try await store.existing(Product.ID(rawValue: id)).listing.attributes.category)
            }
            try expectEqual(found, ["cameras", "sports", "books"], "the categories of the products")
            let counts = try await store.categoryCounts()
            let totals = store.categories.categories.map { store.categories.total(of: $0, in: counts) }
            try expectEqual(totals, [0, 2, 0, 1, 1], "the counts")
            let query = ProductQuery(filter: AttributeFilter(category: "cameras"))
            try expectEqual(try await store.page(query).products.map(\.id.rawValue), [3, 1], "the list")
            if opening == 1 { store = try await storage.reopened() }
        }
        let revision = store.revision
        try await store.setCategories(definitions)
        try expectEqual(store.revision, revision, "the same settings change nothing")
        try await store.setCategories(nil)
        try expect(!(try await store.areCategoriesFixed()), "without settings, the operator changes them again")
        try expectEqual(store.categories.definitions, definitions, "and they stay")
        try await store.setCategories([])
        try expectEqual(store.categories.definitions, [], "no categories")
        try expectEqual(
            try await store.existing(Product.ID(rawValue: 1)).listing.attributes.category,
            nil,
            "without a parent, none"
        )
        // A category that returns has its products again.
        try await store.setCategories(Array(definitions.prefix(2)))
        try expectEqual(
            try await store.existing(Product.ID(rawValue: 1)).listing.attributes.category,
            "cameras",
            "the category is back"
        )
    }
}
