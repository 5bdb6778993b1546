import MarketCore
import MarketModels

extension ContractCheck {
    static let currencies = [
        ContractCheck("everyCurrencyIsKept", everyCurrencyIsKept),
        ContractCheck("listsOfWonAndDollarsLeaveOutTheOthers", listsOfWonAndDollarsLeaveOutTheOthers),
        ContractCheck("aCursorOfAnotherCurrencyGoesOnBehindIt", aCursorOfAnotherCurrencyGoesOnBehindIt),
    ]

    private static func everyCurrencyIsKept(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        for currency in Currency.allCases {
            let product = try await store.add(Sample.product(of: vendor.id, listing: Sample.listing(in: currency)))
            try expectEqual(try await store.existing(product.id).listing.pricing.currency, currency, "the currency")
        }
    }

    /// Lists of every kind, by number and by cursor, compared with a filter over all products.
    private static func listsOfWonAndDollarsLeaveOutTheOthers(_ store: any ProductStore) async throws {
        var vendors: [Vendor.ID] = []
        for number in 1...2 { vendors.append(try await store.sampleVendor("seller \(number)").id) }
        var products: [Product] = []
        for number in 1...60 {
            let currency: Currency = number % 5 > 2 || 20...35 ~= number ? .jpy : number % 2 == 0 ? .krw : .usd
            let listing = try Sample.listing(in: currency, price: Int64(number * 7919 % 13), stock: Int64(number % 3))
            products.append(try await store.add(Sample.product(of: vendors[number % 2], listing: listing)))
        }
        for changes in [false, true] {
            if changes {
                // Into the list, and out of it.
                for (index, currency) in [(22, Currency.krw), (0, .hkd), (40, .usd)] {
                    let before = products[index]
                    let listing = try Sample.listing(in: currency, price: 4, stock: before.listing.stock)
                    let edit = ProductEdit(
                        id: before.id,
                        expectedVersion: before.version,
                        listing: listing,
                        updatedAt: Sample.moment
                    )
                    let after = try await store.replace(edit).requireSaved().product
                    products[index] = after
                }
            }
            for vendor in [nil, vendors[1]] {
                for isInStock in [false, true] {
                    for search in [nil, ProductSearch("chair", in: .nameAndDescription)] {
                        for order in [ProductQuery.Order.newest, .oldest, .cheapest, .mostExpensive] {
                            let query = ProductQuery(
                                order: order,
                                size: 7,
                                vendor: vendor,
                                isInStock: isInStock,
                                search: search,
                                currencyScope: .wonAndDollar
                            )
                            try await checkWalks(of: query, through: store, products)
                        }
                    }
                }
            }
        }
    }

    /// Walks through a list of listed products by cursor and by page number.
    static func checkWalks(
        of query: ProductQuery,
        through store: any ProductStore,
        _ products: [Product]
    ) async throws {
        let expected = products.filter { product in
            query.currencyScope.contains(product.listing.pricing.currency)
                && (query.vendor == nil || product.vendor.id == query.vendor)
                && (!query.isInStock || product.shownStock > 0)
        }
        var ids = expected.map(\.id)
        switch query.order {
        case .newest: ids.reverse()
        case .oldest: break
        case .bumped:
            ids = expected.sorted { one, other in
                let times = [one, other].map { $0.lifecycle.bumpedAt ?? $0.registeredAt }
                return times[0] == times[1] ? one.id > other.id : times[0] > times[1]
            }.map(\.id)
        case .cheapest, .mostExpensive:
            ids = query.currencies().flatMap { currency in
                let some = expected.filter { $0.listing.pricing.currency == currency }.reversed()
                let sorted = some.enumerated().sorted { one, other in
                    let amounts = [one, other].map(\.element.listing.pricing.salePrice.minorUnits)
                    if amounts[0] == amounts[1] { return one.offset < other.offset }
                    return (amounts[0] < amounts[1]) == (query.order == .cheapest)
                }
                return sorted.map(\.element.id)
            }
        }
        var (walked, numbered) = ([Product.ID](), [Product.ID]())
        var next = query
        while true {
            let page = try await store.page(next)
            try expectEqual(page.totalCount, ids.count, "the total of \(next)")
            walked += page.products.map(\.id)
            guard let cursor = page.nextCursor else { break }
            next.window = .after(cursor)
        }
        for number in 1...(ids.count / query.size + 2) {
            var page = query
            page.window = .page(number)
            numbered += try await store.page(page).products.map(\.id)
        }
        try expectEqual(walked, ids, "a walk by cursor of \(query)")
        try expectEqual(numbered, ids, "a walk by number of \(query)")
    }

    private static func aCursorOfAnotherCurrencyGoesOnBehindIt(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        var ids: [Currency: Product.ID] = [:]
        for currency in [Currency.krw, .eur, .usd] {
            ids[currency] = try await store.add(Sample.product(of: vendor.id, listing: Sample.listing(in: currency))).id
        }
        let all = try await store.page(ProductQuery(order: .cheapest, size: 2))
        try expectEqual(all.products.map(\.id), [ids[.krw], ids[.eur]].compactMap { $0 }, "the first two")
        let cursor = try unwrap(all.nextCursor, "more follows")
        let rest = try await store.page(
            ProductQuery(order: .cheapest, window: .after(cursor), currencyScope: .wonAndDollar)
        )
        try expectEqual(rest.products.map(\.id), [ids[.usd]].compactMap { $0 }, "what follows in won and dollars")
    }
}
