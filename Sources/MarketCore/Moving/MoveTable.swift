import MarketModels

/// A table of what a market stores, in the form in which it is moved from one kind of store to another. What is derived
/// from it, such as counts and search indexes, isn't moved.
package enum MoveTable: String, CaseIterable, Sendable {
    case vendor
    case category
    case product
    case productDetail = "product_detail"
    case contactKey = "contact_key"
    case image
    case releasedImage = "released_image"
    case pricePeriod = "price_period"
    case deleteToken = "delete_token"
    case listingRight = "listing_right"
    case sellerBrowser = "seller_browser"
    case tombstone
    case idempotencyRecord = "idempotency_record"
    case report
    case listingNetwork = "listing_network"
    case listingHold = "listing_hold"
    case listingChange = "listing_change"
    case listingLock = "listing_lock"
    case moderationLog = "moderation_log"
    case blockedContact = "blocked_contact"
    case marketProfile = "market_profile"
    case marketPage = "market_page"
    case `operator`
    case invitation

    package enum ColumnKind: Sendable { case integer, boolean, text }

    package struct Column: Sendable {
        package let name: String
        package let kind: ColumnKind
    }

    /// The columns. Those that order the rows come first, and of these the ones that identify the entry.
    package var columns: [Column] {
        switch self {
        case .vendor:
            Self.integers("id") + Self.texts("identifier", "name") + Self.booleans("is_blocked")
                + Self.integers("created_at", "block_ends_at", "block_position", "last_proving_product_id")
        case .category:
            Self.integers("id") + Self.texts("slug", "names")
                + Self.integers("parent_id", "position") + Self.booleans("is_deleted")
        case .product:
            Self.integers("id", "vendor_id", "version") + Self.texts("currency")
                + Self.integers("price", "discount", "stock", "registered_at", "updated_at", "thumbnail_id")
                + Self.texts("thumbnail_name", "name") + Self.integers("state", "state_time")
                + Self.booleans("is_listed")
                + Self.integers("expires_at", "bumped_at", "price_since", "reduced_from", "reduced_at")
                + Self.attributes(in: .product)
        case .productDetail:
            Self.integers("product_id")
                + Self.texts("secret_hash", "contact", "reservation_note", "description")
                + Self.attributes(in: .detail)
        case .contactKey: Self.integers("product_id") + Self.texts("key")
        case .image:
            Self.integers("product_id", "id", "position", "width", "height", "issued_at") + Self.texts("name")
        case .releasedImage: Self.integers("id", "released_at") + Self.texts("name")
        case .pricePeriod: Self.integers("product_id", "begin_at", "end_at", "amount")
        case .deleteToken: Self.integers("product_id") + Self.texts("token") + Self.integers("expires_at")
        case .listingRight:
            Self.integers("product_id", "id") + Self.texts("hash") + Self.integers("kind")
                + Self.texts("browser") + Self.integers("created_at")
        case .sellerBrowser:
            Self.texts("digest", "owner", "application", "system") + Self.integers("vendor_id", "created_at")
        case .tombstone: Self.integers("product_id", "deleted_at") + Self.booleans("is_deleted_by_operator")
        case .idempotencyRecord:
            Self.texts("seller", "key", "fingerprint", "secret_hash", "product") + Self.integers("created_at")
        case .report:
            Self.integers("id", "product_id", "vendor_id", "created_at", "held_at", "decided_at")
                + Self.texts("receipt_hash", "reason", "text", "name", "mail", "network", "decision", "decision_reason")
        case .listingNetwork: Self.integers("product_id", "created_at") + Self.texts("network")
        case .listingHold:
            Self.integers("product_id", "created_at", "hidden_at", "ends_at", "reports_end_at", "state", "state_time")
                + Self.texts("kind", "reason", "answer", "note") + Self.booleans("was_listed", "has_waited")
        case .listingChange: Self.integers("product_id") + Self.texts("field", "text_before")
        case .listingLock: Self.integers("product_id", "created_at") + Self.texts("reason")
        case .blockedContact:
            Self.texts("key", "reason", "operator_name") + Self.integers("created_at", "position")
                + Self.booleans("is_blocked")
        case .moderationLog:
            Self.integers("id", "report_id", "product_id", "vendor_id", "ends_at", "created_at")
                + Self.texts("action", "setting", "reason", "operator_name", "key_name")
        case .marketProfile: Self.texts("key", "value") + Self.booleans("is_fixed") + Self.integers("changed_at")
        case .marketPage:
            Self.texts("kind", "language", "text") + Self.booleans("is_published") + Self.integers("changed_at")
        // Without their links, sessions, feeds and keys, which end with a move.
        case .operator: Self.integers("id", "created_at") + Self.texts("name", "role")
        case .invitation:
            Self.integers("id", "vendor_id", "created_at", "ends_at", "accepted_at", "revoked_at")
                + Self.texts("hash", "operator_name", "browser")
        }
    }

    /// How many of the first columns order the rows. No two rows are equal in them.
    package var orderWidth: Int {
        switch self {
        case .contactKey, .image, .pricePeriod, .deleteToken, .listingRight, .listingChange, .idempotencyRecord,
            .marketPage:
            2
        default: 1
        }
    }

    /// Whether rows have ids that are never assigned again.
    package var assignsIDs: Bool {
        switch self {
        case .vendor, .category, .product, .image, .releasedImage, .listingRight, .report, .moderationLog, .operator,
            .invitation:
            true
        default: false
        }
    }

    package func index(of column: String) -> Int {
        guard let index = columns.firstIndex(where: { $0.name == column }) else {
            preconditionFailure("\(rawValue) has no column \(column)")
        }
        return index
    }

    private static func attributes(in table: ListingField.Table) -> [Column] {
        ProductColumns.attributes(of: table).map { field in
            Column(name: field.column, kind: field.isStoredAsNumber || field.kind == .category ? .integer : .text)
        }
    }

    private static func integers(_ names: String...) -> [Column] { names.map { Column(name: $0, kind: .integer) } }
    private static func booleans(_ names: String...) -> [Column] { names.map { Column(name: $0, kind: .boolean) } }
    private static func texts(_ names: String...) -> [Column] { names.map { Column(name: $0, kind: .text) } }
}

/// Tables whose rows are moved together, because they belong to the same entries.
package enum MoveGroup: CaseIterable, Sendable {
    // In this order, because later entries refer to earlier ones.
    case vendors, categories, products, releasedImages, tombstones, idempotencyRecords, reports, moderationLog,
        blockedContacts, marketProfile, marketPages, operators, invitations, sellerBrowsers

    /// The tables. The first one has one row for each entry.
    package var tables: [MoveTable] {
        switch self {
        case .vendors: [.vendor]
        case .categories: [.category]
        case .products:
            [
                .product, .productDetail, .contactKey, .image, .pricePeriod, .deleteToken, .listingRight,
                .listingNetwork,
                .listingHold, .listingChange,
                .listingLock,
            ]
        case .releasedImages: [.releasedImage]
        case .tombstones: [.tombstone]
        case .idempotencyRecords: [.idempotencyRecord]
        case .reports: [.report]
        case .moderationLog: [.moderationLog]
        case .blockedContacts: [.blockedContact]
        case .marketProfile: [.marketProfile]
        case .marketPages: [.marketPage]
        case .operators: [.operator]
        case .invitations: [.invitation]
        case .sellerBrowsers: [.sellerBrowser]
        }
    }

    package var mainTable: MoveTable { tables[0] }

    /// How many of the first columns of each table identify the entry.
    package var keyWidth: Int { self == .idempotencyRecords || self == .marketPages ? 2 : 1 }

    /// Whether entries of other groups refer to entries of this one, so that none can be taken away and put back.
    package var isReferredTo: Bool { self == .vendors || self == .categories }

    /// The maximum number of entries that are in memory at a time. Categories refer to each other, so all of them are.
    package var partLimit: Int {
        switch self {
        case .categories: 100_000
        case .products: 500
        default: 2000
        }
    }
}
