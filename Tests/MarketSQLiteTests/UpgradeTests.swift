import Foundation
import GRDB
import MarketCore
import MarketModels
import ProductStoreContract
import Testing

@testable import MarketSQLite

/// Folders of earlier versions, with a product in every state: the next version shows what they showed.
struct UpgradeTests {
    /// The last migration of each version, from the first with states and rights on.
    private static let versions = [
        "9 rights", "10 own products", "11 attributes", "12 bumps", "13 reductions", "14 category settings",
    ]

    /// A product of vendor 1, unless it is the last one. It was listed `id` seconds after 1970 and costs `id` hundreds.
    private struct OldProduct {
        let id: Int64
        var currency = "KRW"
        var stock: Int64 = 3
        var state = ListingState.open
        var isListed = true
        var bumpedAt: Int64?

        var vendor: Int64 { id == 12 ? 2 : 1 }
        var lifecycle: ListingLifecycle {
            ListingLifecycle(
                state: state,
                isListed: isListed,
                bumpedAt: bumpedAt.map { Timestamp(millisecondsSinceEpoch: $0) }
            )
        }
    }

    private static let moment = Timestamp(millisecondsSinceEpoch: 50_000)
    private static let products = [
        OldProduct(id: 1), OldProduct(id: 2, currency: "USD"), OldProduct(id: 3, currency: "JPY"),
        OldProduct(id: 4, state: .reserved(until: moment)), OldProduct(id: 5, state: .sold(at: moment)),
        OldProduct(id: 6, state: .sold(at: moment), isListed: false),
        OldProduct(id: 7, state: .hidden, isListed: false),
        OldProduct(id: 8, state: .expired(at: moment), isListed: false),
        OldProduct(id: 9, currency: "USD", bumpedAt: 99_000), OldProduct(id: 10, stock: 0),
        // Deleted.
        OldProduct(id: 11), OldProduct(id: 12, currency: "EUR"),
    ]
    /// The products of the category `cameras`, if the version has categories.
    private static let cameras: [Int64] = [1, 2, 5, 7]

    private static func imageName(_ id: Int64) -> String {
        String(repeating: "0", count: 40 - String(id).count) + String(id)
    }

    /// Creates the folder with strings only, as the version would have.
    private func makeFolder(_ folder: String, of version: String) throws {
        let database = try DatabaseQueue(path: folder + "/market.sqlite")
        try MarketSchema.migrator.migrate(database, upTo: version)
        let hasAttributes = try database.read { try $0.tableExists("category") }
        try database.write { database in
            for vendor in 1...2 {
                try database.execute(
                    sql: "INSERT INTO vendor (identifier, name, created_at) VALUES (?, ?, 0)",
                    arguments: ["seller \(vendor)", "Seller \(vendor)"]
                )
            }
            for product in Self.products {
                try database.execute(
                    sql: """
                        INSERT INTO product (vendor_id, version, currency, price, discount, stock, registered_at,
                            updated_at, name, state, state_time, is_listed, bumped_at)
                        VALUES (?, 3, ?, ?, 10, ?, ?, 60000, 'chair', ?, ?, ?, ?)
                        """,
                    arguments: [
                        product.vendor, product.currency, product.id * 100 + 10, product.stock, product.id * 1000,
                        product.state.kind.stored, product.state.time?.millisecondsSinceEpoch, product.isListed,
                        product.bumpedAt,
                    ]
                )
                try database.execute(
                    sql: """
                        INSERT INTO product_detail (product_id, secret_hash, contact, description, reservation_note)
                        VALUES (?1, '$hash', 'contact ' || ?1, 'about ' || ?1, ?2)
                        """,
                    arguments: [product.id, product.state.kind == .reserved ? "for Mina" : nil]
                )
                try database.execute(
                    sql: """
                        INSERT INTO picture (product_id, position, name, width, height, issued_at)
                        VALUES (?, 0, ?, 640, 480, 0)
                        """,
                    arguments: [product.id, Self.imageName(product.id)]
                )
                try database.execute(
                    sql: "UPDATE product SET thumbnail_id = ?2, thumbnail_name = ?3 WHERE id = ?1",
                    arguments: [product.id, database.lastInsertedRowID, Self.imageName(product.id)]
                )
            }
            try database.execute(
                sql: """
                    DELETE FROM product WHERE id = 11;
                    INSERT INTO tombstone (product_id, withdrawn_at) VALUES (11, 0);
                    INSERT INTO listing_right (hash, product_id, kind, created_at) VALUES
                        ('browser', 4, 0, 7), ('link', 4, 1, 8);
                    INSERT INTO search_backlog (product_id) SELECT id FROM product WHERE state < 3;
                    """
            )
            guard hasAttributes else { return }
            try database.execute(
                sql: """
                    UPDATE product SET category_id = 4 WHERE id IN (\(Self.cameras.map(String.init).joined(separator: ", ")));
                    UPDATE product SET condition = 1, handover = 2, place = '연남동' WHERE id = 1;
                    UPDATE category SET is_removed = 1 WHERE slug = 'pets';
                    UPDATE product SET category_id = 20 WHERE id = 3;
                    """
            )
        }
        try database.close()
    }

    @Test(arguments: versions)
    func folderOfAnEarlierVersionShowsWhatItShowed(_ version: String) async throws {
        try await withTemporaryFolder { folder in
            try makeFolder(folder, of: version)
            let hasAttributes = version != "9 rights" && version != "10 own products"
            for opening in 1...2 {
                let store = try await SQLiteProductStore(folder: folder)
                try await store.indexPendingProducts()
                #expect(try await store.pool.read { try $0.miscounts() } == [])
                #expect(try await store.checkWhole().findings.map(\.text) == [])
                try await expectLists(of: store)
                try await expectCategories(of: store, hasAttributes)
                try await expectProducts(of: store, hasAttributes)
                // The second opening migrates nothing.
                if opening == 2 { try await expectChanges(in: store) }
                try await store.close()
            }
            let backups = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/backups")) ?? []
            #expect(backups.count == (MarketSchema.migrator.migrations.last == version ? 0 : 1))
        }
    }

    private func expectLists(of store: SQLiteProductStore) async throws {
        let vendor = Vendor.ID(rawValue: 1)
        let chair = ProductSearch("chair", in: .nameAndDescription)
        let lists: [(query: ProductQuery, ids: [Int64])] = [
            (ProductQuery(), [12, 10, 9, 5, 4, 3, 2, 1]),
            (ProductQuery(order: .oldest), [1, 2, 3, 4, 5, 9, 10, 12]),
            (ProductQuery(currencyScope: .wonAndDollar), [10, 9, 5, 4, 2, 1]),
            (ProductQuery(vendor: vendor), [10, 9, 5, 4, 3, 2, 1]),
            (ProductQuery(vendor: vendor, includesUnlisted: true), [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
            (ProductQuery(isInStock: true), [12, 9, 4, 3, 2, 1]),
            (ProductQuery(order: .cheapest), [1, 4, 5, 10, 12, 3, 2, 9]),
            (ProductQuery(order: .bumped), [9, 12, 10, 5, 4, 3, 2, 1]),
            (ProductQuery(filter: AttributeFilter(includesSold: true)), [12, 10, 9, 6, 5, 4, 3, 2, 1]),
            (ProductQuery(search: chair), [12, 10, 9, 5, 4, 3, 2, 1]),
        ]
        for (query, ids) in lists {
            let page = try await store.page(query)
            #expect(page.products.map(\.id.rawValue) == ids, "\(query)")
            #expect(page.totalCount == ids.count, "\(query)")
        }
        let shown = try await store.ownProducts(of: vendor, provenBy: nil, in: nil, page: 1, size: 20)
        #expect(shown.counts == [.open: 5, .reserved: 1, .sold: 2])
        // Rights of older versions don't say which browser holds them, until it proves the password again.
        let browser = BrowserKey()
        for id in 1...10 as ClosedRange<Int64> {
            try await store.giveRight(
                for: Product.ID(rawValue: id),
                to: browser,
                at: shown.products[0].summary.registeredAt
            )
        }
        let proof = try await store.vendorProof(vendor, by: browser)
        let own = try await store.ownProducts(of: vendor, provenBy: proof, in: nil, page: 1, size: 20)
        #expect(own.products.map(\.summary.id.rawValue) == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
        #expect(own.counts == [.open: 5, .reserved: 1, .sold: 2, .hidden: 1, .expired: 1])
        #expect(own.products.first { $0.summary.id.rawValue == 4 }?.reservationNote == "for Mina")
    }

    private func expectCategories(of store: SQLiteProductStore, _ hasAttributes: Bool) async throws {
        let cameras = try #require(store.categories.category("cameras"))
        let counts = try await store.categoryCounts()
        #expect(store.categories.total(of: cameras, in: counts) == (hasAttributes ? 3 : 0))
        let electronics = try await store.page(ProductQuery(filter: AttributeFilter(category: "electronics")))
        #expect(electronics.products.map(\.id.rawValue) == (hasAttributes ? [5, 2, 1] : []))
        #expect((store.categories.category("pets") == nil) == hasAttributes)
    }

    private func expectProducts(of store: SQLiteProductStore, _ hasAttributes: Bool) async throws {
        for old in Self.products where old.id != 11 {
            let id = Product.ID(rawValue: old.id)
            guard let own = try await store.asSeller(id) else {
                Issue.record("product \(old.id) is there")
                continue
            }
            let product = own.product
            #expect(product.vendor.name == "Seller \(old.vendor)")
            #expect(product.listing.name == "chair")
            #expect(product.listing.description == "about \(old.id)")
            #expect(product.listing.pricing.currency.rawValue == old.currency)
            #expect(product.listing.pricing.salePrice.minorUnits == old.id * 100)
            #expect(product.listing.stock == old.stock)
            #expect(product.images.map(\.name.hexDigits) == [Self.imageName(old.id)])
            #expect(product.thumbnail == product.images.first)
            #expect(product.registeredAt.millisecondsSinceEpoch == old.id * 1000)
            #expect(product.version == 3)
            #expect(product.lifecycle == old.lifecycle)
            let attributes = ListingAttributes(
                condition: old.id == 1 ? .likeNew : nil,
                handover: old.id == 1 ? .both : nil,
                place: old.id == 1 ? "연남동" : "",
                category: Self.cameras.contains(old.id) ? "cameras" : nil
            )
            #expect(product.listing.attributes == (hasAttributes ? attributes : .none))
            #expect(own.contact == "contact \(old.id)")
            #expect(try await store.secretHash(of: id)?.rawValue == "$hash")
        }
        #expect(try await store.product(Product.ID(rawValue: 11)) == .deleted(isRemoved: false))
        let reserved = Product.ID(rawValue: 4)
        #expect(try await store.right(RightHash(rawValue: "browser"))?.product == reserved)
        #expect(try await store.link(of: reserved)?.hash == RightHash(rawValue: "link"))
    }

    /// What is listed, changed and deleted after the upgrade is counted.
    private func expectChanges(in store: SQLiteProductStore) async throws {
        let dinar = try #require(Currency(rawValue: "KWD"))
        let product = try await store.add(.sample(of: 1, in: dinar))
        #expect(product.id.rawValue == 13)
        let changes: [(id: Int64, lifecycle: ListingLifecycle)] = [(7, .new), (1, ListingLifecycle(state: .hidden))]
        for (id, lifecycle) in changes {
            let edit = LifecycleEdit(
                id: Product.ID(rawValue: id),
                expectedVersion: 3,
                lifecycle: lifecycle,
                changedAt: Self.moment
            )
            guard case .saved = try await store.replaceLifecycle(edit) else {
                Issue.record("the state of \(id) is saved")
                return
            }
        }
        _ = try await store.delete(Product.ID(rawValue: 2), at: Self.moment)
        #expect(try await store.page(ProductQuery()).products.map(\.id.rawValue) == [13, 12, 10, 9, 7, 5, 4, 3])
        let cheapest = try await store.page(ProductQuery(order: .cheapest))
        #expect(cheapest.products.map(\.id.rawValue) == [4, 5, 7, 10, 12, 3, 13, 9])
        let old = try await store.page(ProductQuery(currencyScope: .wonAndDollar))
        #expect(old.products.map(\.id.rawValue) == [10, 9, 7, 5, 4])
        #expect(try await store.pool.read { try $0.miscounts() } == [])
        #expect(try await store.checkWhole().findings.map(\.text) == [])
    }
}
