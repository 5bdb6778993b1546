import GRDB
import GeneratedListings
import MarketCore
import MarketModels
import Testing

@testable import MarketSQLite

@Suite("The schema")
struct SchemaTests {
    /// Each violates one invariant that the schema itself must enforce.
    private static let badStatements = [
        "UPDATE product SET discount = price + 1",
        "UPDATE product SET price = -1, discount = -1",
        "UPDATE product SET price = 9007199254740992",
        "UPDATE product SET price = 1.5",
        "UPDATE product SET price = 'many'",
        "UPDATE product SET stock = -1",
        "UPDATE product SET currency = 'sek'",
        "UPDATE product SET currency = 'KRWS'",
        "UPDATE product SET currency = ''",
        "UPDATE product SET name = ''",
        "UPDATE product SET version = 0",
        "UPDATE product SET state = 5, state_time = 0, is_listed = 0",
        "UPDATE product SET state = 1",
        "UPDATE product SET state_time = 0",
        "UPDATE product SET state = 3",
        "UPDATE product SET is_listed = 0",
        "UPDATE product SET state = 2, state_time = 0, is_listed = 2",
        "UPDATE product_detail SET reservation_note = ''",
        "UPDATE product SET condition = 5",
        "UPDATE product SET handover = 3",
        "UPDATE product SET place = ''",
        "UPDATE product SET place = hex(zeroblob(31))",
        "UPDATE product SET category_id = 99",
        "UPDATE product SET reduced_from = price - discount, reduced_at = 0",
        "UPDATE product SET reduced_from = price",
        "UPDATE product SET reduced_at = 0",
        "INSERT INTO price_period (product_id, begin_at, end_at, amount) VALUES (1, 5, 5, 1)",
        "INSERT INTO price_period (product_id, begin_at, end_at, amount) VALUES (1, 0, 5, -1)",
        "INSERT INTO price_period (product_id, begin_at, end_at, amount) VALUES (99, 0, 5, 1)",
        "UPDATE category SET slug = 'A'",
        "UPDATE category SET names = '{}'",
        "UPDATE category SET names = '[\"Books\"]'",
        "UPDATE category SET names = 'Books'",
        "UPDATE category SET parent_id = id",
        "UPDATE category SET product_count = -1",
        "UPDATE category SET is_deleted = 2",
        "UPDATE market_state SET unlisted_count = -1",
        "UPDATE market_state SET categories_are_fixed = 2",
        "UPDATE product SET vendor_id = 99",
        "UPDATE product SET vendor_id = 0",
        "UPDATE product SET id = id + 1",
        "UPDATE product SET thumbnail_id = NULL",
        "UPDATE product SET thumbnail_id = thumbnail_id + 1",
        "UPDATE product SET thumbnail_name = replace(thumbnail_name, '0', '1')",
        "UPDATE product_detail SET secret_hash = ''",
        "UPDATE product_detail SET secret_hash = NULL",
        "UPDATE product_detail SET contact = ''",
        "UPDATE image SET name = upper(name)",
        "UPDATE image SET width = 0",
        "UPDATE image SET product_id = 99",
        "DELETE FROM image",
        "DELETE FROM vendor WHERE id = 1",
        "UPDATE vendor SET identifier = ''",
        "UPDATE vendor SET is_blocked = 2",
        "UPDATE vendor SET last_proving_product_id = -1",
        "INSERT INTO vendor (identifier, name, created_at) VALUES ('seller', 'Twin', 0)",
        "INSERT INTO delete_token (token, product_id, expires_at) VALUES ('t', 99, 0)",
        "INSERT INTO report (receipt_hash, vendor_id, reason, text, created_at) VALUES ('', 1, 'scam', '', 0)",
        "INSERT INTO report (receipt_hash, vendor_id, reason, text, created_at) VALUES ('x', 99, 'scam', '', 0)",
        "INSERT INTO report (receipt_hash, vendor_id, reason, text, created_at, decision) "
            + "VALUES ('x', 1, 'scam', '', 0, 'upheld')",
        "INSERT INTO blocked_contact (key, reason, created_at, is_blocked) VALUES ('x', '', 0, TRUE)",
        "INSERT INTO blocked_contact (key, reason, created_at, is_blocked) VALUES ('x', 'why', 0, FALSE)",
        "INSERT INTO listing_change (product_id, field) VALUES (1, 'name')",
        "INSERT INTO listing_lock (product_id, reason, created_at) VALUES (1, '', 0)",
        "INSERT INTO contact_key (product_id, key) VALUES (1, '')",
        "INSERT INTO released_image (name, released_at) VALUES ('ab', 0)",
        "INSERT INTO listing_network (product_id, network, created_at) VALUES (1, '', 0)",
        "INSERT INTO listing_hold (product_id, kind, created_at, state, was_listed) VALUES (1, 'reports', 0, 0, TRUE)",
        "INSERT INTO listing_hold (product_id, kind, created_at, ends_at, state, was_listed) "
            + "VALUES (99, 'reports', 0, 1, 0, TRUE)",
        "INSERT INTO listing_hold (product_id, kind, created_at, ends_at, state, was_listed) "
            + "VALUES (1, 'reports', 0, 1, 1, TRUE)",
        "INSERT INTO listing_hold (product_id, kind, created_at, ends_at, state, was_listed) "
            + "VALUES (1, 'removed', 0, 1, 0, TRUE)",
        "INSERT INTO listing_hold (product_id, kind, reason, created_at, ends_at, state, was_listed) "
            + "VALUES (1, 'hidden', 'why', 0, 1, 0, TRUE)",
        "INSERT INTO tombstone (product_id, deleted_at) VALUES (1, 0)",
        "INSERT INTO tombstone (product_id, deleted_at, is_deleted_by_operator) VALUES (99, 0, 2)",
        "INSERT INTO market_state (id, revision, product_count) VALUES (2, 0, 0)",
        "UPDATE market_state SET product_count = product_count - 2",
        "UPDATE listing_rank SET listed = -1",
        "UPDATE listing_rank SET listed_krw_usd = listed + 1",
        "UPDATE listing_rank SET listed_krw_usd = -1",
    ]

    @Test func refusesRowsThatContradictThemselves() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            _ = try await store.addVendor(.sample())
            let product = try await store.add(.sample(of: 1))
            for sql in Self.badStatements {
                let error = await #expect(throws: DatabaseError.self, "\(sql)") {
                    try await store.pool.write { try $0.execute(sql: sql) }
                }
                #expect(error?.resultCode == .SQLITE_CONSTRAINT, "\(sql)")
            }
            #expect(try await store.product(product.id) == .found(product, store.revision))
            try await store.close()
        }
    }

    @Test func theFirstCategoriesHaveANameInEachLanguage() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            #expect(store.categories.categories.count == 21)
            for category in store.categories.categories {
                #expect(Set(category.names.keys) == Set(Language.allCases), "\(category.slug)")
            }
            try await store.close()
        }
    }

    /// As after a newer version that knows more languages, or before a migration to one.
    @Test func namesOfACategoryAreThoseInLanguagesThatThisVersionKnows() async throws {
        try await withTemporaryFolder { folder in
            try await Self.setNames(#"{"ko": "책", "fr": "Livres"}"#, in: folder)
            let store = try await SQLiteProductStore(folder: folder)
            let books = try #require(store.categories.category("books"))
            #expect(books.names == [.korean: "책"])
            #expect(Language.allCases.allSatisfy { books.name(in: $0) == "책" })
            try await store.close()
        }
    }

    @Test(arguments: [
        #"{"ko": ""}"#, #"{"ko": 1}"#, #"{"ko": null}"#, "{\"ko\": \"\(String(repeating: "가", count: 41))\"}",
    ])
    func namesThatNobodyCanHaveWrittenAreRefused(_ names: String) async throws {
        try await withTemporaryFolder { folder in
            try await Self.setNames(names, in: folder)
            await #expect(throws: StoreOpeningError.self) { _ = try await SQLiteProductStore(folder: folder) }
        }
    }

    private static func setNames(_ names: String, in folder: String) async throws {
        let store = try await SQLiteProductStore(folder: folder)
        try await store.pool.write {
            try $0.execute(sql: "UPDATE category SET names = ? WHERE slug = 'books'", arguments: [names])
        }
        try await store.close()
    }

    @Test func theGuestIsThereAndNobodyCanBeIt() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            let guest = try await store.vendor(Vendor.guestID)
            #expect(guest?.name == "Guest")
            #expect(try await store.vendors().isEmpty)
            let product = try await store.add(.sample(of: Vendor.guestID.rawValue))
            #expect(product.vendor == guest)
            #expect(try await store.page(ProductQuery(vendor: Vendor.guestID)).totalCount == 1)
            let identifier = try #require(VendorIdentifier("usurper"))
            let wish = NewVendor(
                identifier: identifier,
                name: nil,
                id: Vendor.guestID,
                createdAt: product.registeredAt
            )
            #expect(try await store.addVendor(wish) == nil)
            try await store.close()
        }
    }

    @Test func countsAreWhatCountingFinds() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            try await store.fill(count: 5000)
            try await store.write { database in
                try database.execute(sql: "UPDATE product SET category_id = id % 21 + 1 WHERE id % 2 = 0")
                try database.execute(
                    sql: "UPDATE product SET currency = 'JPY' WHERE id % 5 = 1 OR id BETWEEN 600 AND 1800"
                )
                try database.execute(sql: "UPDATE product SET currency = 'EUR' WHERE id % 7 = 1")
                try database.execute(sql: "UPDATE product SET currency = 'USD' WHERE id % 11 = 1")
                try database.execute(
                    sql: "UPDATE product SET state = 3, is_listed = 0 WHERE id % 13 = 1 OR id / 100 % 9 = 4"
                )
                try database.execute(
                    sql: """
                        UPDATE product SET state = 0, is_listed = 1, currency = 'JPY' WHERE state = 3 AND id % 2 = 0
                        """
                )
                try database.execute(
                    sql: """
                        UPDATE product SET state = 2, state_time = 0, is_listed = 0, currency = 'KRW' WHERE id % 17 = 5
                        """
                )
                try database.execute(
                    sql: """
                        UPDATE product SET category_id = CASE id % 5 WHEN 0 THEN NULL ELSE 4 END,
                            state = 0, state_time = NULL, is_listed = 1 WHERE id % 19 = 7
                        """
                )
                try database.execute(sql: "DELETE FROM product WHERE id % 3 = 2 OR id BETWEEN 1000 AND 2100")
            }
            #expect(try await store.pool.read { try $0.miscounts() } == [])
            try await store.close()
        }
    }
}
