import MarketCore
import MarketModels

extension ContractCheck {
    static let reductions = [
        ContractCheck("aLowerPriceIsAReduction", aLowerPriceIsAReduction),
        ContractCheck("noReductionIsMadeUp", noReductionIsMadeUp),
        ContractCheck("furtherCutsKeepTheComparison", furtherCutsKeepTheComparison),
        ContractCheck("onlyTimeForSaleCounts", onlyTimeForSaleCounts),
        ContractCheck("anEndedListingIsNotForSale", anEndedListingIsNotForSale),
        ContractCheck("aReductionEndsAfterThirtyDays", aReductionEndsAfterThirtyDays),
        ContractCheck("aClockThatIsSetBackMakesNoReduction", aClockThatIsSetBackMakesNoReduction),
    ]

    private static func day(_ number: Double) -> Timestamp {
        Sample.moment.adding(seconds: Int64(number * 86_400))
    }

    private static func reduction(
        from amount: Int64,
        onDay number: Double,
        _ currency: Currency = .krw
    ) -> PriceReduction {
        PriceReduction(lowest: Money(minorUnits: amount, currency: currency), reducedAt: day(number))
    }

    /// A product for 100 won, listed on day 0.
    private static func product(in store: any ProductStore) async throws -> Product {
        let vendor = try await store.sampleVendor()
        return try await store.add(Sample.product(of: vendor.id, listing: Sample.listing(in: .krw, price: 100)))
    }

    private static func aLowerPriceIsAReduction(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        var product = try await product(in: store)
        try expectEqual(product.reduction, nil, "a new product")
        // An edit of anything else doesn't begin the time of the price.
        product = try await store.setPrice(100, of: product, at: day(5))
        product = try await store.setPrice(80, of: product, at: day(7))
        let expected = reduction(from: 100, onDay: 7)
        try expectEqual(product.reduction, expected, "the reduction")
        let last = product
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await store.existing(last.id), last, "the product")
            for query in [
                ProductQuery(), ProductQuery(order: .cheapest), ProductQuery(order: .bumped),
                ProductQuery(vendor: last.vendor.id), ProductQuery(search: ProductSearch("chair", in: .name)),
            ] {
                try expectEqual(try await store.page(query).products.map(\.reduction), [expected], "in \(query)")
            }
            var described = ProductQuery()
            described.includesDescriptions = true
            let page = try await store.page(described)
            try expectEqual(page.products.map(\.reduction), [expected], "in a list with descriptions")
            try expectEqual(page.products.map(\.description), ["Hardly used."], "the descriptions")
            let own = try await store.ownProducts(of: last.vendor.id, provenBy: nil, in: nil, page: 1, size: 10)
            try expectEqual(own.products.map(\.summary.reduction), [expected], "for the seller")
        }
        // What isn't a change of the sale price keeps it.
        let again = try await storage.store()
        let listing = Listing(
            name: "Armchair",
            description: "",
            pricing: try Sample.pricing(.krw, price: 90, discount: 10),
            stock: 1
        )
        product = try await again.edit(product, to: listing, at: day(9))
        try expectEqual(product.reduction, expected, "with a price and a discount that make the same")
        product = try await again.setLifecycle(ListingLifecycle(state: .hidden), of: product, at: day(10))
        product = try await again.setLifecycle(.new, of: product, at: day(11))
        try expectEqual(product.reduction, expected, "hidden and shown again")
        product = try await again.setPrice(81, of: product, at: day(12))
        try expectEqual(product.reduction, nil, "after a raise")
        try expect(try await again.delete(product.id, at: day(13)) != nil, "it is deleted with its prices")
    }

    private static func noReductionIsMadeUp(_ store: any ProductStore) async throws {
        let cases: [(String, [(price: Int64, day: Double)], PriceReduction?)] = [
            ("a price of six days", [(80, 6)], nil),
            ("a raise before a cut", [(200, 20), (150, 28)], nil),
            ("a raise that is taken back", [(200, 20), (100, 28)], nil),
            ("a cut below what it was before a raise", [(200, 20), (90, 28)], reduction(from: 100, onDay: 28)),
            ("a raise of 30 days", [(200, 20), (150, 50)], reduction(from: 200, onDay: 50)),
            ("a cut of a day", [(50, 20), (100, 21), (90, 25)], nil),
        ]
        for (name, changes, expected) in cases {
            var product = try await product(in: store)
            for change in changes { product = try await store.setPrice(change.price, of: product, at: day(change.day)) }
            try expectEqual(product.reduction, expected, name)
        }
        var other = try await product(in: store)
        for (currency, number) in [(Currency.jpy, 20.0), (.krw, 28), (.krw, 29)] {
            let price: Int64 = number > 28 ? 50 : 60
            other = try await store.edit(other, to: Sample.listing(in: currency, price: price), at: day(number))
            try expectEqual(other.reduction, nil, "in another currency")
        }
        // 30 days later the history in this currency is known.
        other = try await store.setPrice(40, of: other, at: day(60))
        try expectEqual(other.reduction, reduction(from: 50, onDay: 60), "in the same currency")
        other = try await store.edit(other, to: Sample.listing(in: .usd, price: 1), at: day(61))
        try expectEqual(other.reduction, nil, "a reduction ends with its currency")
    }

    private static func furtherCutsKeepTheComparison(_ store: any ProductStore) async throws {
        var product = try await product(in: store)
        for (price, number) in [(90, 10), (85, 11), (80, 12)] as [(Int64, Double)] {
            product = try await store.setPrice(price, of: product, at: day(number))
            try expectEqual(product.reduction, reduction(from: 100, onDay: 10), "the cut of day \(number)")
        }
        product = try await store.setPrice(70, of: product, at: day(20))
        try expectEqual(product.reduction, reduction(from: 80, onDay: 20), "the cut of a price that had stood")
    }

    /// Time in which nobody could buy it at the price doesn't make it a price.
    private static func onlyTimeForSaleCounts(_ store: any ProductStore) async throws {
        let away: [(ListingLifecycle, at: Double)] = [
            (ListingLifecycle(state: .hidden), 1), (ListingLifecycle(state: .sold(at: day(1))), 1),
            (ListingLifecycle(state: .expired(at: day(1)), expiresAt: day(1)), 3),
        ]
        for (lifecycle, moment) in away {
            var product = try await product(in: store)
            product = try await store.setLifecycle(lifecycle, of: product, at: day(moment))
            product = try await store.setLifecycle(.new, of: product, at: day(20))
            let early = try await store.setPrice(90, of: product, at: day(25))
            try expectEqual(early.reduction, nil, "\(lifecycle.state): for sale for six days")

            var other = try await Self.product(in: store)
            other = try await store.setLifecycle(lifecycle, of: other, at: day(moment))
            other = try await store.setLifecycle(.new, of: other, at: day(20))
            other = try await store.setPrice(90, of: other, at: day(26))
            try expectEqual(other.reduction, reduction(from: 100, onDay: 26), "\(lifecycle.state): seven days in all")
        }
        // A reserved product is for sale.
        var product = try await product(in: store)
        product = try await store.setLifecycle(
            ListingLifecycle(state: .reserved(until: day(9))),
            of: product,
            at: day(1)
        )
        product = try await store.setPrice(90, of: product, at: day(8))
        try expectEqual(product.reduction, reduction(from: 100, onDay: 8), "reserved")
        // Lowered while it was hidden, and opened by the edit of a sold product.
        var hidden = try await Self.product(in: store)
        hidden = try await store.setLifecycle(ListingLifecycle(state: .hidden), of: hidden, at: day(8))
        hidden = try await store.setPrice(200, of: hidden, at: day(9))
        hidden = try await store.setPrice(150, of: hidden, at: day(20))
        try expectEqual(hidden.reduction, nil, "nobody has seen 200, but 100")
        hidden = try await store.setPrice(90, of: hidden, at: day(21))
        try expectEqual(hidden.reduction, reduction(from: 100, onDay: 21), "lowered while it was hidden")
        var sold = try await Self.product(in: store)
        sold = try await store.setLifecycle(ListingLifecycle(state: .sold(at: day(8))), of: sold, at: day(8))
        sold = try await store.edit(sold, to: Sample.listing(in: .krw, price: 90), at: day(9), lifecycle: .new)
        try expectEqual(sold.reduction, reduction(from: 100, onDay: 9), "lowered and opened at once")
        sold = try await store.setPrice(80, of: sold, at: day(16))
        try expectEqual(sold.reduction, reduction(from: 90, onDay: 16), "a week after it was opened")
    }

    /// A listing that expired while the server didn't run was for sale until then.
    private static func anEndedListingIsNotForSale(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        let rules = LifecycleRules(lifetimeDays: 5)
        let new = try Sample.product(of: vendor.id, listing: Sample.listing(in: .krw, price: 100), expiresAt: day(5))
        var product = try await store.add(new)
        try expectEqual(try await store.advanceLifecycles(to: day(15), by: rules, limit: 10), 1, "what expires")
        product = try await store.existing(product.id)
        product = try await store.setLifecycle(.new, of: product, at: day(20))
        product = try await store.setPrice(90, of: product, at: day(21))
        try expectEqual(product.reduction, nil, "for sale for six days")
    }

    private static func aReductionEndsAfterThirtyDays(_ store: any ProductStore) async throws {
        let rules = LifecycleRules()
        var products: [Product] = []
        for number in [10.0, 10, 11] {
            products.append(try await store.setPrice(80, of: product(in: store), at: day(number)))
        }
        try expectEqual(try await store.advanceLifecycles(to: day(39.9), by: rules, limit: 1), 0, "what is due early")
        let revision = store.revision
        for expected in [1, 1, 0] {
            try expectEqual(try await store.advanceLifecycles(to: day(40), by: rules, limit: 1), expected, "a step")
        }
        try expect(store.revision > revision, "the revision moves")
        for (index, before) in products.enumerated() {
            let product = try await store.existing(before.id)
            let ends = index < 2
            try expectEqual(product.reduction, ends ? nil : before.reduction, "the reduction")
            try expectEqual(product.version, before.version + (ends ? 1 : 0), "the version")
            try expectEqual(product.updatedAt, before.updatedAt, "it is no edit")
        }
        let shown = try await store.page(ProductQuery()).products.compactMap(\.reduction)
        try expectEqual(shown, [reduction(from: 100, onDay: 11)], "the reductions in a list")
        // The next one is compared with the price that has stood since.
        let next = try await store.setPrice(70, of: store.existing(products[0].id), at: day(50))
        try expectEqual(next.reduction, reduction(from: 80, onDay: 50), "the next reduction")
    }

    private static func aClockThatIsSetBackMakesNoReduction(_ store: any ProductStore) async throws {
        // Made while the clock was a year ahead.
        var product = try await store.setPrice(80, of: product(in: store), at: day(365))
        try expectEqual(product.reduction, reduction(from: 100, onDay: 365), "the reduction of the wrong clock")
        try expectEqual(try await store.advanceLifecycles(to: day(1), by: LifecycleRules(), limit: 10), 1, "it ends")
        product = try await store.existing(product.id)
        try expectEqual(product.reduction, nil, "the reduction")
        for (price, number) in [(70, 2), (60, 3), (50, 20)] as [(Int64, Double)] {
            product = try await store.setPrice(price, of: product, at: day(number))
            try expectEqual(product.reduction, nil, "what came before isn't known on day \(number)")
        }
        product = try await store.setPrice(40, of: product, at: day(50))
        try expectEqual(product.reduction, reduction(from: 50, onDay: 50), "30 known days later")
    }
}

extension ProductStore {
    fileprivate func edit(
        _ product: Product,
        to listing: Listing,
        at moment: Timestamp,
        lifecycle: ListingLifecycle? = nil
    ) async throws -> Product {
        let edit = ProductEdit(
            id: product.id,
            expectedVersion: product.version,
            listing: listing,
            lifecycle: lifecycle,
            updatedAt: moment
        )
        let after = try await replace(edit).requireSaved().product
        return after
    }

    /// Changes the price in won, and nothing else.
    fileprivate func setPrice(_ price: Int64, of product: Product, at moment: Timestamp) async throws -> Product {
        try await edit(product, to: Sample.listing(in: .krw, price: price), at: moment)
    }
}
