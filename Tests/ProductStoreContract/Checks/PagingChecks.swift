import FieldSamples
import MarketCore
import MarketModels

extension ContractCheck {
    static let paging = [
        ContractCheck("listsMatchTheModelThroughRandomChanges", listsMatchTheModelThroughRandomChanges),
        ContractCheck("cursorsWalkTheWholeListOnce", cursorsWalkTheWholeListOnce),
        ContractCheck("aCursorGoesOnBehindADeletedProduct", aCursorGoesOnBehindADeletedProduct),
        ContractCheck("pagesOutOfRangeAreEmpty", pagesOutOfRangeAreEmpty),
    ]

    private static func listsMatchTheModelThroughRandomChanges(_ store: any ProductStore) async throws {
        var generator = SeededGenerator(seed: 20_220_501)
        var model = ListingModel()
        var vendors: [Vendor.ID] = []
        for number in 1...3 { vendors.append(try await store.sampleVendor("seller \(number)").id) }
        // As many as give more than 1,024 ids, with which counts have a further level.
        for step in 1...2200 {
            // Grows in the first half and shrinks in the second, which creates long gaps.
            let growth = step <= 1100 ? 70 : 40
            switch Int.random(in: 0..<100, using: &generator) {
            case ..<growth:
                let vendor = vendors.randomElement(using: &generator) ?? Vendor.ID(rawValue: 0)
                let currency = Self.currency(at: step, using: &generator)
                let listing = try Sample.listing(in: currency)
                let product = try await store.add(Sample.product(of: vendor, listing: listing))
                model.add(product.id, of: vendor, in: currency)
            case 90..<95:
                guard let some = model.products.randomElement(using: &generator) else { continue }
                let currency = Self.currency(at: step, using: &generator)
                let edit = ProductEdit(
                    id: some.id,
                    expectedVersion: try await store.existing(some.id).version,
                    listing: try Sample.listing(in: currency),
                    updatedAt: Sample.moment
                )
                try await store.replace(edit).requireSaved()
                model.change(some.id, to: currency)
            case 95...:
                // The newest: its id must not be reused.
                guard let newest = model.products.last else { continue }
                _ = try await store.delete(newest.id, at: Sample.moment)
                model.remove(newest.id)
            default:
                guard let some = model.products.randomElement(using: &generator) else { continue }
                _ = try await store.delete(some.id, at: Sample.moment)
                model.remove(some.id)
            }
            if step % 4 == 0 {
                try await model.check(.random(of: model, vendors: vendors, using: &generator), of: store)
            }
        }
    }

    /// Returns every currency, with runs of one that not all lists show.
    private static func currency(at step: Int, using generator: inout SeededGenerator) -> Currency {
        step / 100 % 3 == 1 ? .jpy : Currency.allCases.randomElement(using: &generator) ?? .krw
    }

    private static func cursorsWalkTheWholeListOnce(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        var ids: [Product.ID] = []
        for _ in 1...45 { ids.append(try await store.add(Sample.product(of: vendor.id)).id) }
        for id in ids where id.rawValue % 3 == 0 { _ = try await store.delete(id, at: Sample.moment) }
        ids.removeAll { $0.rawValue % 3 == 0 }
        for order in [ProductQuery.Order.newest, .oldest] {
            for size in [1, 5, 7, ids.count, ids.count + 1] {
                var walked: [Product.ID] = []
                var query = ProductQuery(order: order, size: size)
                while true {
                    let page = try await store.page(query)
                    walked += page.products.map(\.id)
                    guard let cursor = page.nextCursor else { break }
                    query.window = .after(cursor)
                }
                try expectEqual(walked, order == .newest ? ids.reversed() : ids, "a walk by \(size)")
            }
        }
    }

    private static func aCursorGoesOnBehindADeletedProduct(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        var ids: [Product.ID] = []
        for _ in 1...6 { ids.append(try await store.add(Sample.product(of: vendor.id)).id) }
        let first = try await store.page(ProductQuery(size: 2))
        let cursor = try unwrap(first.nextCursor, "more follows")
        _ = try await store.delete(ids[4], at: Sample.moment)
        _ = try await store.add(Sample.product(of: vendor.id))
        let next = try await store.page(ProductQuery(window: .after(cursor), size: 2))
        try expectEqual(next.products.map(\.id), [ids[3], ids[2]], "what follows")
    }

    private static func pagesOutOfRangeAreEmpty(_ store: any ProductStore) async throws {
        var model = ListingModel()
        try await model.checkExtremes(of: store)
        for _ in 1...3 {
            let product = try await store.sampleProduct()
            model.add(product.id, of: product.vendor.id)
        }
        try await model.checkExtremes(of: store)
    }
}

extension ListingModel {
    fileprivate func checkExtremes(of store: some ProductStore) async throws {
        for order in [ProductQuery.Order.newest, .oldest] {
            for vendor in [nil, products.last?.vendor, Vendor.ID(rawValue: 999)] {
                for page in [1, 2, 3, 4, Int.max / 800, Int.max / 2, Int.max - 1, .max] {
                    for size in [1, 2, 3, 800] {
                        try await check(
                            ProductQuery(order: order, window: .page(page), size: size, vendor: vendor),
                            of: store
                        )
                    }
                }
                for id in [Int64.min, -1, 0, 1, 2, 3, 4, .max - 1, .max] {
                    let window = ProductQuery.Window.after(.afterID(Product.ID(rawValue: id)))
                    try await check(ProductQuery(order: order, window: window, size: 2, vendor: vendor), of: store)
                }
            }
        }
    }
}

extension ProductQuery {
    fileprivate static func random(
        of model: ListingModel,
        vendors: [Vendor.ID],
        using generator: inout SeededGenerator
    ) -> ProductQuery {
        let size = Int.random(in: 1...60, using: &generator)
        let lastPage = model.products.count / size + 2
        let lastID = (model.products.last?.id.rawValue ?? 0) + 2
        let window: Window =
            Bool.random(using: &generator)
            ? .page(.random(in: 1...lastPage, using: &generator))
            : .after(.afterID(Product.ID(rawValue: .random(in: 0...lastID, using: &generator))))
        return ProductQuery(
            order: Bool.random(using: &generator) ? .newest : .oldest,
            window: window,
            size: size,
            vendor: Int.random(in: 0..<3, using: &generator) == 0 ? vendors.randomElement(using: &generator) : nil,
            currencyScope: Bool.random(using: &generator) ? .all : .wonAndDollar
        )
    }
}
