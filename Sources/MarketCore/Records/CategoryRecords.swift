internal import Foundation
package import MarketModels

/// The categories. ``CategoryTree`` has checked their changes.
package struct CategoryRecords<Connection: RecordConnection> {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Returns all categories, also removed ones, each level in the operator's order.
    package func tree() throws -> CategoryTree {
        CategoryTree(
            try connection.all(
                "SELECT id, slug, names, parent_id, is_deleted FROM category ORDER BY position, id",
                []
            ) {
                Category(
                    id: Category.ID(rawValue: try $0.positive(0)),
                    slug: try $0.nonEmptyText(1),
                    names: try $0.names(2),
                    parent: try $0.optionalInteger(3).map { Category.ID(rawValue: $0) },
                    isRemoved: try $0.boolean(4)
                )
            }
        )
    }

    /// Returns the numbers of products of exactly each category that lists show, as far as there are any.
    func counts() throws -> [Category.ID: Int] {
        let counts = try connection.all(Connection.categoryCounts, []) {
            (Category.ID(rawValue: try $0.positive(0)), Int(clamping: try $0.count(1)))
        }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    /// Returns whether the operator's settings define the categories.
    package func areFixed() throws -> Bool {
        try connection.first("SELECT categories_are_fixed FROM market_state", []) { try $0.boolean(0) } ?? false
    }

    /// Returns whether the categories are those of the settings already.
    package func areCurrent(_ definitions: [CategoryDefinition]?) throws -> Bool {
        guard try areFixed() == (definitions != nil) else { return false }
        return try definitions == nil || tree().definitions == definitions
    }

    package func apply(_ change: CategoryChange) throws {
        try connection.lock(.site)
        switch change {
        case .add(let slug, let names, let parent):
            // The name of a removed category brings it back, with the products that it had.
            try connection.execute(
                """
                INSERT INTO category (slug, names, parent_id, position)
                VALUES ($1, $2, $3, \(Self.lastPosition("$3")))
                ON CONFLICT (slug) DO UPDATE SET \(Self.replacement)
                """,
                [.text(slug), .text(try names.json), .init(parent?.rawValue)]
            )
        case .rename(let id, let names):
            try connection.execute(
                "UPDATE category SET names = $1 WHERE id = $2",
                [.text(try names.json), .integer(id.rawValue)]
            )
        case .move(let id, let parent):
            try connection.execute(
                "UPDATE category SET parent_id = $2, position = \(Self.lastPosition("$2")) WHERE id = $1",
                [.integer(id.rawValue), .init(parent?.rawValue)]
            )
        case .remove(let id):
            // The second level of a removed category moves to the end of the top, in its order.
            try connection.execute(
                """
                UPDATE category SET parent_id = NULL, position = position + \(Self.lastPosition("NULL"))
                WHERE parent_id = $1 AND NOT is_deleted
                """,
                [.integer(id.rawValue)]
            )
            try remove(id)
        }
        try connection.raiseRevision(changesSite: true)
    }

    /// Makes the categories those of the settings, or leaves them to be changed one by one.
    package func set(_ definitions: [CategoryDefinition]?) throws {
        try connection.lock(.site)
        try connection.execute("UPDATE market_state SET categories_are_fixed = \((definitions != nil).condition)", [])
        if let definitions { try replaceAll(with: definitions) }
        try connection.raiseRevision(changesSite: true)
    }

    private func replaceAll(with definitions: [CategoryDefinition]) throws {
        let slugs = Set(definitions.map(\.slug))
        for category in try tree().categories where !slugs.contains(category.slug) { try remove(category.id) }
        // Each level is read in the order of its positions.
        for (position, definition) in definitions.enumerated() {
            try connection.execute(
                """
                INSERT INTO category (slug, names, parent_id, position)
                VALUES ($1, $2, (SELECT id FROM category WHERE slug = $3), $4)
                ON CONFLICT (slug) DO UPDATE SET \(Self.replacement)
                """,
                [
                    .text(definition.slug), .text(try definition.names.json), .init(definition.parent),
                    .integer(Int64(position + 1)),
                ]
            )
        }
    }

    private func remove(_ id: Category.ID) throws {
        try connection.execute("UPDATE category SET is_deleted = true WHERE id = $1", [.integer(id.rawValue)])
    }

    private static func lastPosition(_ parent: String) -> String {
        """
        1 + (SELECT coalesce(max(position), 0) FROM category
            WHERE parent_id IS NOT DISTINCT FROM CAST(\(parent) AS bigint))
        """
    }

    private static var replacement: String {
        """
        names = excluded.names, parent_id = excluded.parent_id, position = excluded.position, is_deleted = false
        """
    }
}

// MARK: The names of a category, as JSON by the codes of their languages

extension [Language: String] {
    fileprivate var json: String {
        get throws {
            let texts = [String: String](uniqueKeysWithValues: map { ($0.rawValue, $1) })
            return String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
        }
    }
}

extension StoredRow {
    /// Reads names. Those in languages that only a newer version knows are left out.
    fileprivate func names(_ column: Int32) throws -> [Language: String] {
        let texts = try? JSONDecoder().decode([String: String].self, from: Data(try text(column).utf8))
        let length = 1...ListingAttributes.maximumCategoryLength
        guard let texts, !texts.isEmpty, texts.values.allSatisfy({ length ~= $0.unicodeScalars.count }) else {
            throw CorruptRowError(reason: "\(name(of: column)) isn't what was written")
        }
        return .init(
            uniqueKeysWithValues: texts.compactMap { code, text in Language(rawValue: code).map { ($0, text) } }
        )
    }
}
