internal import GRDB
internal import MarketCore
public import MarketModels

/// The search indexes and the vocabulary, which are updated within the transaction that changes a product.
extension DatabaseRecords {
    public func index(_ product: Product) throws {
        let entry = SearchEntry(product)
        try insert(entry, into: Index.allCases)
        try count(entry.vocabulary, by: 1)
    }

    public func reindex(_ before: Product, as after: Product) throws {
        guard before.state.isPublic, after.state.isPublic else { return try publish(after, insteadOf: before) }
        let new = SearchEntry(after)
        guard let old = try indexed(before) else { return }
        if old.columns == new.columns {
            guard old.amount != new.amount else { return }
            try remove(old, from: [.byAmount])
            try insert(new, into: [.byAmount])
            return
        }
        try remove(old, from: Index.allCases)
        try insert(new, into: Index.allCases)
        try count(old.vocabulary.subtracting(new.vocabulary), by: -1)
        try count(new.vocabulary.subtracting(old.vocabulary), by: 1)
        // The product has just been indexed under the current name of its seller.
        try database.execute(cached: "DELETE FROM search_backlog WHERE product_id = ?", [after.id.rawValue])
    }

    /// Adds a product that everybody may see from now on, or removes one that only its seller may see.
    private func publish(_ after: Product, insteadOf before: Product) throws {
        if before.state.isPublic {
            try unindex(before)
            try database.execute(cached: "DELETE FROM search_backlog WHERE product_id = ?", [after.id.rawValue])
        } else if after.state.isPublic {
            try index(after)
        }
    }

    /// Removes a product from the indexes. Call it before the product is deleted, which deletes its backlog row by
    /// cascade.
    public func unindex(_ product: Product) throws {
        guard product.state.isPublic, let entry = try indexed(product) else { return }
        try remove(entry, from: Index.allCases)
        try count(entry.vocabulary, by: -1)
    }

    /// Indexes products of the backlog.
    ///
    /// - Returns: the number of products that were indexed; fewer than `limit` when none is left.
    func indexPending(limit: Int) throws -> Int {
        let waiting = try waiting(limit: limit)
        var words: [String: Int] = [:]
        for case let old? in waiting.map(\.old) {
            try remove(old, from: Index.allCases)
            for word in old.vocabulary { words[word, default: 0] -= 1 }
        }
        // Inserting rows in the order of their rowids is fastest.
        for entry in waiting.map(\.new).sorted(by: { $0.id < $1.id }) { try insert(entry, into: [.byID]) }
        let byAmount = try waiting.map { ($0.new, try Index.byAmount.rowID(of: $0.new)) }.sorted { $0.1 < $1.1 }
        for (entry, _) in byAmount { try insert(entry, into: [.byAmount]) }
        for entry in waiting.map(\.new) {
            for word in entry.vocabulary { words[word, default: 0] += 1 }
            try database.execute(cached: "DELETE FROM search_backlog WHERE product_id = ?", [entry.id.rawValue])
        }
        for (word, difference) in words where difference != 0 { try count([word], by: difference) }
        return waiting.count
    }

    /// Returns the newest products of the backlog, as they are in the indexes and as they should be.
    private func waiting(limit: Int) throws -> [(old: SearchEntry?, new: SearchEntry)] {
        let waiting = try all(
            "SELECT product_id, vendor_name FROM search_backlog ORDER BY product_id DESC LIMIT $1",
            [.integer(Int64(limit))]
        ) { (Product.ID(rawValue: try $0.integer(0)), try $0.optionalText(1)) }
        return try waiting.map { id, seller in
            guard let product = try product(id) else {
                throw CorruptRowError(reason: "product \(id.rawValue) waits to be searched for and isn't there")
            }
            return (seller.map { SearchEntry(product, seller: $0) }, SearchEntry(product))
        }
    }

    /// Returns a product as it is in the indexes, or nil if it isn't indexed yet.
    private func indexed(_ product: Product) throws -> SearchEntry? {
        let waiting = try database.firstRow(
            "SELECT vendor_name FROM search_backlog WHERE product_id = ?1",
            product.id.rawValue
        ) { row in (seller: try row.optionalText(0), isThere: true) }
        guard let waiting else { return SearchEntry(product) }
        return waiting.seller.map { SearchEntry(product, seller: $0) }
    }

    // MARK: Statements

    private enum Index: CaseIterable {
        case byID, byAmount

        private var table: String { self == .byID ? "product_search" : "product_search_by_amount" }

        func rowID(of entry: SearchEntry) throws -> Int64 {
            switch self {
            case .byID: entry.id.rawValue
            case .byAmount: try AmountKey(entry.amount, id: entry.id).rowID
            }
        }

        var insertion: String {
            """
            INSERT INTO \(table) (rowid, name, initials, description, vendor_name, place, keywords)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        }

        /// The statement to delete an entry. The index stores no texts, so it needs the indexed values.
        var removal: String {
            """
            INSERT INTO \(table) (\(table), rowid, name, initials, description, vendor_name, place, keywords)
            VALUES ('delete', ?, ?, ?, ?, ?, ?, ?)
            """
        }
    }

    private func insert(_ entry: SearchEntry, into indexes: [Index]) throws {
        for index in indexes {
            try database.execute(cached: index.insertion, Self.arguments(entry, try index.rowID(of: entry)))
        }
    }

    private func remove(_ entry: SearchEntry, from indexes: [Index]) throws {
        for index in indexes {
            try database.execute(cached: index.removal, Self.arguments(entry, try index.rowID(of: entry)))
        }
    }

    private static func arguments(_ entry: SearchEntry, _ rowID: Int64) -> StatementArguments {
        StatementArguments([rowID as (any DatabaseValueConvertible)?] + entry.columns)
    }

    private func count(_ words: Set<String>, by difference: Int) throws {
        for word in words {
            let length = word.unicodeScalars.count
            try database.execute(
                cached: """
                    INSERT INTO search_word (length, word, reversed, product_count) VALUES (?1, ?2, ?3, max(0, ?4))
                    ON CONFLICT (length, word) DO UPDATE SET product_count = product_count + ?4
                    """,
                [length, word, word.reversedByScalars, difference]
            )
            guard difference < 0 else { continue }
            try database.execute(
                cached: "DELETE FROM search_word WHERE length = ? AND word = ? AND product_count = 0",
                [length, word]
            )
        }
    }
}
