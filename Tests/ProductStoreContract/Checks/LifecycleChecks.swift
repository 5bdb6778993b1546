import MarketCore
import MarketModels

extension ContractCheck {
    static let lifecycles = [
        ContractCheck("everyStateIsKept", everyStateIsKept),
        ContractCheck("aChangeOfStateIsNoEdit", aChangeOfStateIsNoEdit),
        ContractCheck("aChangeOfAnOldVersionIsAConflict", aChangeOfAnOldVersionIsAConflict),
        ContractCheck("aNoteEndsWithItsReservation", aNoteEndsWithItsReservation),
        ContractCheck("listsShowWhatIsListed", listsShowWhatIsListed),
        ContractCheck("soldProductsAreFoundOnRequest", soldProductsAreFoundOnRequest),
        ContractCheck("searchesFindWhatIsListed", searchesFindWhatIsListed),
        ContractCheck("hiddenProductsLeaveNoTraceInSearches", hiddenProductsLeaveNoTraceInSearches),
        ContractCheck("whatIsDueIsChangedInSteps", whatIsDueIsChangedInSteps),
        ContractCheck("theNewestTimeIsKnown", theNewestTimeIsKnown),
        ContractCheck("anEditMayChangeTheState", anEditMayChangeTheState),
        ContractCheck("aProductInAnyStateIsDeleted", aProductInAnyStateIsDeleted),
    ]

    private static let end = Sample.moment.adding(days: 3)

    /// Every state, listed or not, with all times.
    private static let everyLifecycle: [ListingLifecycle] = [
        ListingLifecycle(state: .open, expiresAt: end, bumpedAt: Sample.moment.adding(days: 1)),
        ListingLifecycle(state: .reserved(until: end)),
        ListingLifecycle(state: .sold(at: Sample.moment), expiresAt: end),
        ListingLifecycle(state: .sold(at: Sample.moment), isListed: false, bumpedAt: Sample.moment.adding(days: 2)),
        ListingLifecycle(state: .hidden),
        ListingLifecycle(state: .expired(at: end), expiresAt: end),
        ListingLifecycle(state: .open),
    ]

    private static func everyStateIsKept(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        var product = try await store.add(Sample.product(of: vendor.id))
        try expectEqual(product.lifecycle, .new, "the state of a new product")
        for lifecycle in everyLifecycle {
            product = try await store.setLifecycle(lifecycle, of: product)
            try expectEqual(product.lifecycle, lifecycle, "the state")
            try expectEqual(try await store.existing(product.id), product, "the product that is there")
            let page = try await store.page(ProductQuery(vendor: vendor.id, includesUnlisted: true))
            try expectEqual(page.products.map(\.state), [lifecycle.state], "the state for the seller")
            try expectEqual(page.totalCount, 1, "the total for the seller")
            let isListed = lifecycle.isListed
            for query in [ProductQuery(), ProductQuery(currencyScope: .wonAndDollar), ProductQuery(vendor: vendor.id)] {
                let page = try await store.page(query)
                try expectEqual(page.products.map(\.state), isListed ? [lifecycle.state] : [], "the list of \(query)")
                try expectEqual(page.totalCount, isListed ? 1 : 0, "the total of \(query)")
            }
        }
        let last = product
        try expectEqual(try await storage.reopened().existing(last.id), last, "the product after a restart")
    }

    private static func aChangeOfStateIsNoEdit(_ store: any ProductStore) async throws {
        let before = try await store.sampleProduct(images: [Sample.image(1)], contact: "here")
        let revision = store.revision
        let after = try await store.setLifecycle(ListingLifecycle(state: .sold(at: Sample.moment)), of: before)
        try expectEqual(after.version, before.version + 1, "the version")
        try expectEqual(after.updatedAt, before.updatedAt, "when it was updated")
        try expectEqual(after.listing, before.listing, "the listing, with its real stock")
        try expectEqual(after.images, before.images, "the images")
        try expect(store.revision > revision, "the revision moves")
        try expectEqual(try await store.asSeller(before.id)?.contact, "here", "the contact")
        let summary = try unwrap(try await store.page(ProductQuery()).products.first, "it is listed")
        try expectEqual(summary.stock, before.listing.stock, "the real stock in a list")
        try expectEqual(summary.shownStock, 0, "the stock to show")
    }

    private static func aChangeOfAnOldVersionIsAConflict(_ store: any ProductStore) async throws {
        let before = try await store.sampleProduct()
        let hidden = try await store.setLifecycle(ListingLifecycle(state: .hidden), of: before)
        let late = LifecycleEdit(
            id: before.id,
            expectedVersion: before.version,
            lifecycle: .new,
            changedAt: Sample.moment
        )
        let revision = store.revision
        try expectEqual(try await store.replaceLifecycle(late), .conflict(hidden), "a change of the old version")
        try expectEqual(try await store.replace(Sample.edit(of: before)), .conflict(hidden), "an edit of it")
        try expectEqual(store.revision, revision, "the revision")
        _ = try await store.delete(before.id, at: Sample.moment)
        try expectEqual(try await store.replaceLifecycle(late), .gone, "a change of a deleted product")
    }

    private static func aNoteEndsWithItsReservation(_ store: any ProductStore) async throws {
        var product = try await store.sampleProduct()
        let reserved = ListingLifecycle(state: .reserved(until: end))
        let changes: [(ListingLifecycle, LifecycleEdit.NoteChange, String?)] = [
            (reserved, .set("for Mina"), "for Mina"), (reserved, .unchanged, "for Mina"), (reserved, .set(nil), nil),
            (reserved, .set("for Jun"), "for Jun"), (.new, .unchanged, nil), (reserved, .unchanged, nil),
            (.new, .set("not reserved"), nil),
        ]
        for (lifecycle, note, expected) in changes {
            product = try await store.setLifecycle(lifecycle, of: product, note: note)
            try expectEqual(try await store.asSeller(product.id)?.reservationNote, expected, "the note")
        }
    }

    /// Lists of every kind, by number and by cursor, compared with a filter over all products.
    private static func listsShowWhatIsListed(_ store: any ProductStore) async throws {
        var vendors: [Vendor.ID] = []
        for number in 1...2 { vendors.append(try await store.sampleVendor("seller \(number)").id) }
        var products: [Product] = []
        for number in 1...70 {
            let listing = try Sample.listing(
                in: number % 5 == 0 ? .jpy : .krw,
                price: Int64(number * 7919 % 13),
                stock: Int64(number % 3)
            )
            products.append(try await store.add(Sample.product(of: vendors[number % 2], listing: listing)))
        }
        // First a run of hidden ones; then every state; then all of them again, so that nothing is left out.
        for round in 0..<3 {
            for index in products.indices {
                let lifecycle: ListingLifecycle
                switch round {
                case 0: lifecycle = ListingLifecycle(state: 20...45 ~= index ? .hidden : .open)
                case 1: lifecycle = everyLifecycle[(index * 31 / 7) % everyLifecycle.count]
                default: lifecycle = .new
                }
                if products[index].lifecycle != lifecycle {
                    products[index] = try await store.setLifecycle(lifecycle, of: products[index])
                }
            }
            for vendor in [nil, vendors[1]] {
                for isInStock in [false, true] {
                    for order in ProductQuery.Order.allCases {
                        for scope in CurrencyScope.allCases {
                            let query = ProductQuery(
                                order: order,
                                size: 7,
                                vendor: vendor,
                                isInStock: isInStock,
                                currencyScope: scope
                            )
                            try await checkWalks(of: query, through: store, products.filter(\.lifecycle.isListed))
                        }
                    }
                }
            }
            let own = ProductQuery(size: 100, vendor: vendors[1], includesUnlisted: true)
            try expectEqual(
                try await store.page(own).products.map(\.id),
                products.filter { $0.vendor.id == vendors[1] }.map(\.id).reversed(),
                "all products of a vendor"
            )
            let everybodys = ProductQuery(size: 100, includesUnlisted: true)
            try expectEqual(
                try await store.page(everybodys).totalCount,
                products.filter(\.lifecycle.isListed).count,
                "no list has what is hidden of everybody"
            )
        }
    }

    /// Every list with the sold products that lists don't show any more, compared with a filter over all products.
    private static func soldProductsAreFoundOnRequest(_ store: any ProductStore) async throws {
        var vendors: [Vendor.ID] = []
        for number in 1...2 { vendors.append(try await store.sampleVendor("seller \(number)").id) }
        var products: [Product] = []
        for number in 1...42 {
            let listing = try Sample.listing(
                in: number % 5 == 0 ? .jpy : .krw,
                price: Int64(number * 7919 % 13),
                stock: Int64(number % 3)
            )
            products.append(try await store.add(Sample.product(of: vendors[number % 2], listing: listing)))
        }
        let everything = ProductQuery(size: 5, filter: AttributeFilter(includesSold: true))
        try await checkWalks(of: everything, through: store, products)
        for index in products.indices {
            let lifecycle = everyLifecycle[(index * 31 / 7) % everyLifecycle.count]
            guard lifecycle != products[index].lifecycle else { continue }
            products[index] = try await store.setLifecycle(lifecycle, of: products[index])
        }
        let found = products.filter { $0.lifecycle.isListed || $0.state.kind == .sold }
        try expect(found.contains { !$0.lifecycle.isListed }, "some are shown on request only")
        let filters = [
            AttributeFilter(includesSold: true),
            AttributeFilter(price: .init(currency: .krw, minimum: 3, maximum: 9), includesSold: true),
        ]
        for filter in filters {
            let wanted = found.filter { product in
                let price = product.listing.pricing.salePrice
                guard let range = filter.price else { return true }
                return price.currency == range.currency && 3...9 ~= price.minorUnits
            }
            for search in [nil, ProductSearch("chair", in: .nameAndDescription)] {
                for vendor in [nil, vendors[1]] {
                    for isInStock in [false, true] {
                        for order in ProductQuery.Order.allCases {
                            for scope in CurrencyScope.allCases {
                                let query = ProductQuery(
                                    order: order,
                                    // Short lists have several pages, too.
                                    size: vendor == nil && filter.price == nil ? 7 : 3,
                                    vendor: vendor,
                                    isInStock: isInStock,
                                    filter: filter,
                                    search: search,
                                    currencyScope: scope
                                )
                                try await checkWalks(of: query, through: store, wanted)
                            }
                        }
                    }
                }
            }
        }
    }

    private static func searchesFindWhatIsListed(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        let search = try unwrap(ProductSearch("chair", in: .nameAndDescription), "a search")
        var products: [Product] = []
        for number in 1...28 {
            let listing = try Sample.listing(in: number % 4 == 0 ? .jpy : .krw, price: Int64(number), stock: 1)
            products.append(try await store.add(Sample.product(of: vendor.id, listing: listing)))
        }
        for round in 0..<2 {
            for index in products.indices {
                products[index] = try await store.setLifecycle(
                    round == 0 ? everyLifecycle[index % 7] : .new,
                    of: products[index]
                )
            }
            for order in ProductQuery.Order.allCases {
                for scope in CurrencyScope.allCases {
                    for isInStock in [false, true] {
                        for seller in [nil, vendor.id] {
                            let query = ProductQuery(
                                order: order,
                                size: 5,
                                vendor: seller,
                                isInStock: isInStock,
                                search: search,
                                currencyScope: scope
                            )
                            try await checkWalks(of: query, through: store, products.filter(\.lifecycle.isListed))
                        }
                    }
                }
            }
        }
    }

    private static func hiddenProductsLeaveNoTraceInSearches(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        let secret = try await store.add(Sample.product(of: vendor.id, named: "Harpsichord"))
        func found(_ text: String) async throws -> (ids: [Product.ID], corrected: String?) {
            let search = try unwrap(ProductSearch(text, in: .nameAndDescription), "a search")
            let page = try await store.page(ProductQuery(search: search))
            return (page.products.map(\.id), page.correctedSearch)
        }
        try expectEqual(try await found("harpsichrod").ids, [secret.id], "a typo is corrected")
        for state in [ListingState.hidden, .expired(at: Sample.moment)] {
            let hidden = try await store.setLifecycle(
                ListingLifecycle(state: state),
                of: try await store.existing(secret.id)
            )
            try expectEqual(try await found("harpsichord").ids, [], "what a search finds")
            try expectEqual(try await found("harpsichrod").corrected, nil, "what a typo is corrected to")
            // Edited while nobody sees it.
            let edited = try await store.replace(Sample.edit(of: hidden, name: "Clavichord")).requireSaved().product
            try expectEqual(try await found("clavichord").ids, [], "what a search finds after an edit")
            let shown = try await store.setLifecycle(.new, of: edited)
            try expectEqual(try await found("clavichord").ids, [secret.id], "what is found when it is shown again")
            try await store.replace(Sample.edit(of: shown, name: "Harpsichord")).requireSaved()
            try expectEqual(try await found("clavichord").ids, [], "the former name")
            try expectEqual(try await found("harpsichord").ids, [secret.id], "the new name")
        }
    }

    private static func whatIsDueIsChangedInSteps(_ store: any ProductStore) async throws {
        let rules = LifecycleRules(soldListedDays: 2, lifetimeDays: 5)
        let vendor = try await store.sampleVendor()
        var products: [Product] = []
        let new = Sample.moment
        for lifecycle in [
            ListingLifecycle(state: .reserved(until: new.adding(days: 1))),
            ListingLifecycle(state: .sold(at: new)),
            ListingLifecycle(state: .open, expiresAt: new.adding(days: 5)),
            ListingLifecycle(state: .reserved(until: new.adding(days: 6)), expiresAt: new.adding(days: 5)),
            ListingLifecycle(state: .hidden, expiresAt: new.adding(days: 5)),
            ListingLifecycle(state: .open),
        ] {
            let product = try await store.add(Sample.product(of: vendor.id))
            products.append(try await store.setLifecycle(lifecycle, of: product))
        }
        for day in 0...7 {
            let now = new.adding(days: day)
            let expected = products.map { $0.lifecycle.advanced(to: now, by: rules) ?? $0.lifecycle }
            let dueCount = zip(products, expected).filter { $0.lifecycle != $1 }.count
            let revision = store.revision
            var counts: [Int] = []
            repeat {
                counts.append(try await store.advanceLifecycles(to: now, by: rules, limit: 1))
            } while counts.last == 1
            try expectEqual(counts, Array(repeating: 1, count: dueCount) + [0], "the steps of day \(day)")
            try expectEqual(store.revision > revision, dueCount > 0, "the revision moves with a change")
            for index in products.indices {
                let product = try await store.existing(products[index].id)
                try expectEqual(product.lifecycle, expected[index], "product \(index) on day \(day)")
                let isChanged = products[index].lifecycle != expected[index]
                try expectEqual(product.version, products[index].version + (isChanged ? 1 : 0), "its version")
                products[index] = product
            }
            let total = products.filter(\.lifecycle.isListed).count
            try expectEqual(try await store.page(ProductQuery()).totalCount, total, "the total of day \(day)")
        }
        try expectEqual(products.map(\.state.kind), [.open, .sold, .expired, .expired, .hidden, .open], "how it ends")
        // A market without a lifetime lets nothing expire.
        let lasting = try await store.add(Sample.product(of: vendor.id, expiresAt: new.adding(days: 1)))
        try expectEqual(lasting.lifecycle.expiresAt, new.adding(days: 1), "the expiry of a new product")
        let later = new.adding(days: 100)
        let noLifetime = LifecycleRules(soldListedDays: 2)
        try expectEqual(try await store.advanceLifecycles(to: later, by: noLifetime, limit: 10), 0, "what expires")
        try expectEqual(try await store.advanceLifecycles(to: later, by: rules, limit: 10), 1, "with a lifetime")
    }

    private static func theNewestTimeIsKnown(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        try expectEqual(try await store.newestTime(), nil, "the time of an empty market")
        let seller = try await store.sampleVendor()
        let moment = Sample.moment
        for (days, count) in [(3, 1), (5, 2)] {
            for _ in 1...count {
                _ = try await store.add(Sample.product(of: seller.id, registeredAt: moment.adding(days: days)))
            }
            try expectEqual(try await store.newestTime(), moment.adding(days: days), "of the newest listing")
        }
        let report = NewReport(
            subject: .vendor(seller.id),
            content: CheckedReport(reason: .scam, text: ""),
            receipt: ReceiptHash(rawValue: "receipt"),
            network: "network",
            mayHold: false,
            createdAt: moment.adding(days: 6)
        )
        _ = try await store.addReport(report)
        try expectEqual(try await store.newestTime(), moment.adding(days: 6), "of the newest report")
        _ = try await store.setBlocked(true, vendor: seller.id, at: moment.adding(days: 7))
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await store.newestTime(), moment.adding(days: 7), "of the newest entry of the log")
        }
    }

    private static func anEditMayChangeTheState(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        let sold = try await store.setLifecycle(
            ListingLifecycle(state: .sold(at: Sample.moment), isListed: false),
            of: product
        )
        try expectEqual(try await store.page(ProductQuery()).totalCount, 0, "the total of a market with a sold product")
        for (lifecycle, count) in [(nil, 0), (ListingLifecycle.new, 1)] {
            let edit = ProductEdit(
                id: product.id,
                expectedVersion: try await store.existing(product.id).version,
                listing: try Sample.listing(in: .jpy, stock: 5),
                lifecycle: lifecycle,
                updatedAt: Sample.moment
            )
            let after = try await store.replace(edit).requireSaved().product
            try expectEqual(after.lifecycle, lifecycle ?? sold.lifecycle, "the state")
            try expectEqual(try await store.page(ProductQuery()).totalCount, count, "the total")
            try expectEqual(try await store.page(ProductQuery(currencyScope: .wonAndDollar)).totalCount, 0, "in won")
        }
    }

    private static func aProductInAnyStateIsDeleted(_ store: any ProductStore) async throws {
        for lifecycle in everyLifecycle {
            let product = try await store.setLifecycle(lifecycle, of: try await store.sampleProduct())
            try expectEqual(try await store.delete(product.id, at: Sample.moment), product, "what was deleted")
            try expectEqual(try await store.product(product.id), .deleted(isRemoved: false), "the deleted product")
            try expectEqual(try await store.page(ProductQuery()).totalCount, 0, "the total")
            let own = ProductQuery(vendor: product.vendor.id, includesUnlisted: true)
            try expectEqual(try await store.page(own).totalCount, 0, "the total of its vendor")
        }
    }
}

extension ProductStore {
    /// Changes the state of a product as it is now.
    func setLifecycle(
        _ lifecycle: ListingLifecycle,
        of product: Product,
        at moment: Timestamp = Sample.moment,
        note: LifecycleEdit.NoteChange = .unchanged
    ) async throws -> Product {
        let edit = LifecycleEdit(
            id: product.id,
            expectedVersion: product.version,
            lifecycle: lifecycle,
            changedAt: moment,
            note: note
        )
        let (after, released) = try await replaceLifecycle(edit).requireSaved("the change of state is saved")
        try expectEqual(released, [], "no picture is released")
        return after
    }
}
