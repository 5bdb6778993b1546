import MarketCore
import MarketModels
import Testing

@testable import MarketPostgres

@Suite("The schema in PostgreSQL")
struct SchemaTests {
    /// Each violates one invariant that the schema itself must enforce, in a market with one product that has an image.
    private static let badStatements = [
        "UPDATE product SET discount = price + 1",
        "UPDATE product SET price = -1, discount = -1",
        "UPDATE product SET price = 9007199254740992",
        "UPDATE product SET price = 'many'",
        "UPDATE product SET amount = 1",
        "UPDATE product SET top_at = 1",
        "UPDATE product SET stock = -1",
        "UPDATE product SET currency = 'sek'",
        "UPDATE product SET currency = 'KRWS'",
        "UPDATE product SET name = ''",
        "UPDATE product SET name = repeat('가', 201)",
        "UPDATE product SET version = 0",
        "UPDATE product SET state = 5, state_time = 0, is_listed = false",
        "UPDATE product SET state = 1",
        "UPDATE product SET state_time = 0",
        "UPDATE product SET state = 3",
        "UPDATE product SET is_listed = false",
        "UPDATE product_detail SET reservation_note = ''",
        "UPDATE product SET condition = 5",
        "UPDATE product SET handover = 3",
        "UPDATE product SET place = ''",
        "UPDATE product SET place = repeat('a', 61)",
        "UPDATE product SET category_id = 99",
        "UPDATE product SET reduced_from = price - discount, reduced_at = 0",
        "UPDATE product SET reduced_from = price + 1",
        "UPDATE product SET reduced_at = 0",
        "UPDATE product SET vendor_id = 99",
        "UPDATE product SET id = 99",
        "UPDATE product SET thumbnail_id = NULL",
        "UPDATE product SET thumbnail_id = thumbnail_id + 1",
        "UPDATE product SET thumbnail_name = repeat('2', 40)",
        "INSERT INTO product (id, vendor_id, price, discount, stock, registered_at, updated_at, currency, name) "
            + "VALUES (50, 1, 1, 0, 1, 0, 0, 'KRW', 'x')",
        "INSERT INTO price_period (product_id, begin_at, end_at, amount) VALUES (1, 5, 5, 1)",
        "INSERT INTO price_period (product_id, begin_at, end_at, amount) VALUES (1, 0, 5, -1)",
        "INSERT INTO price_period (product_id, begin_at, end_at, amount) VALUES (99, 0, 5, 1)",
        "UPDATE category SET slug = 'A' WHERE id = 1",
        "UPDATE category SET names = '{}'",
        "UPDATE category SET names = '[\"Books\"]'",
        "UPDATE category SET names = 'Books'",
        "UPDATE category SET slug = 'a\n' WHERE id = 1",
        "UPDATE category SET parent_id = id",
        "UPDATE product_detail SET secret_hash = ''",
        "UPDATE product_detail SET secret_hash = NULL",
        "UPDATE product_detail SET contact = ''",
        "UPDATE product_detail SET description = repeat('a', 10001)",
        "UPDATE image SET name = repeat('A', 40)",
        "UPDATE image SET width = 0",
        "UPDATE image SET product_id = 99",
        "UPDATE image SET position = -1",
        "DELETE FROM image",
        "DELETE FROM vendor WHERE id = 1",
        "UPDATE vendor SET identifier = '' WHERE id = 1",
        "UPDATE vendor SET name = '' WHERE id = 1",
        "UPDATE vendor SET last_proving_product_id = -1 WHERE id = 1",
        "INSERT INTO delete_token (token, product_id, expires_at) VALUES ('', 1, 0)",
        "INSERT INTO delete_token (token, product_id, expires_at) VALUES ('x', 99, 0)",
        "INSERT INTO listing_right (hash, product_id, kind, created_at) VALUES ('x', 1, 2, 0)",
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
        "INSERT INTO tombstone (product_id, deleted_at) VALUES (0, 0)",
        "INSERT INTO market_state (id) VALUES (2)",
        "INSERT INTO change_base (id, count, horizon) VALUES (2, 0, 0)",
        "UPDATE change_base SET count = -1",
        "UPDATE change_history SET id = 2",
        "UPDATE change_history SET history = 0",
        "UPDATE database_incarnation SET id = 2",
        "UPDATE database_incarnation SET incarnation = 0",
    ]

    @Test func invariantsAreEnforced() async throws {
        let settings = try await newDatabase()
        let store = try await PostgresProductStore(settings: settings)
        _ = try await store.sampleProduct(images: [sampleImage()])
        try await store.close()
        let connection = try PostgresConnection(settings)
        for statement in Self.badStatements {
            do {
                try connection.script(statement)
                Issue.record("accepted: \(statement)")
            } catch let error as PostgresError {
                // Violations of constraints, wrong types, and values for columns that are generated.
                let state = error.state ?? ""
                let isExpected = state.hasPrefix("23") || state.hasPrefix("22") || state == "428C9"
                #expect(isExpected, "\(statement): \(error)")
            }
        }
    }

    @Test func productTakesWithItWhatBelongsToIt() async throws {
        let settings = try await newDatabase()
        let store = try await PostgresProductStore(settings: settings)
        let product = try await store.sampleProduct(images: [sampleImage()])
        let token = DeleteToken(text: "token", product: product.id, expiresAt: moment.adding(seconds: 60))
        #expect(try await store.addDeleteToken(token, issuedFor: secretHash))
        _ = try await store.delete(product.id, at: moment)
        let connection = try PostgresConnection(settings)
        for table in ["product", "product_detail", "image", "delete_token"] {
            #expect(try connection.firstRow("SELECT count(*) FROM \(table)") { try $0.count(0) } == 0, "\(table)")
        }
        try await store.close()
    }
}
