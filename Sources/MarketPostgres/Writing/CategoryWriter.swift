internal import MarketCore
internal import MarketModels

/// A writer of the categories. ``CategoryTree`` has checked the changes.
struct CategoryWriter {
    let connection: PostgresConnection

    func apply(_ change: CategoryChange) throws {
        try lock()
        switch change {
        case .add(let slug, let koreanName, let englishName, let parent):
            // The name of a removed category brings it back, with the products that it had.
            try connection.execute(
                """
                INSERT INTO category (slug, korean_name, english_name, parent_id, position)
                VALUES ($1, $2, $3, $4, \(Self.lastPosition("$4")))
                ON CONFLICT (slug) DO UPDATE SET \(Self.replacement)
                """,
                [slug, koreanName, englishName, parent?.rawValue]
            )
        case .rename(let id, let koreanName, let englishName):
            try connection.execute(
                "UPDATE category SET korean_name = $1, english_name = $2 WHERE id = $3",
                [koreanName, englishName, id.rawValue]
            )
        case .move(let id, let parent):
            try connection.execute(
                "UPDATE category SET parent_id = $2, position = \(Self.lastPosition("$2")) WHERE id = $1",
                [id.rawValue, parent?.rawValue]
            )
        case .remove(let id):
            // The second level of a removed category moves to the top.
            try connection.execute(
                "UPDATE category SET parent_id = NULL WHERE parent_id = $1 AND NOT is_deleted",
                [id.rawValue]
            )
            try connection.execute("UPDATE category SET is_deleted = true WHERE id = $1", [id.rawValue])
        }
        try ChangeWriter(connection: connection).raiseRevision(changesSite: true)
    }

    /// Returns whether the categories are those of the settings already.
    func areCurrent(_ definitions: [CategoryDefinition]?) throws -> Bool {
        let reader = CategoryReader(connection: connection)
        guard try reader.areFixed() == (definitions != nil) else { return false }
        return try definitions == nil || reader.tree().definitions == definitions
    }

    /// Makes the categories those of the settings, or leaves them to be changed one by one.
    func set(_ definitions: [CategoryDefinition]?) throws {
        try lock()
        try connection.execute("UPDATE market_state SET categories_are_fixed = $1", [definitions != nil])
        if let definitions { try replaceAll(with: definitions) }
        try ChangeWriter(connection: connection).raiseRevision(changesSite: true)
    }

    private func replaceAll(with definitions: [CategoryDefinition]) throws {
        try connection.execute(
            "UPDATE category SET is_deleted = true WHERE NOT is_deleted AND slug <> ALL ($1)",
            [definitions.map(\.slug)]
        )
        // Each level is read in the order of its positions.
        for (position, definition) in definitions.enumerated() {
            try connection.execute(
                """
                INSERT INTO category (slug, korean_name, english_name, parent_id, position)
                VALUES ($1, $2, $3, (SELECT id FROM category WHERE slug = $4), $5)
                ON CONFLICT (slug) DO UPDATE SET \(Self.replacement)
                """,
                [definition.slug, definition.koreanName, definition.englishName, definition.parent, position + 1]
            )
        }
    }

    /// Changes of the categories are rare, and come one after the other.
    private func lock() throws {
        try connection.execute("SELECT pg_advisory_xact_lock($1)", [AdvisoryLock.categories])
    }

    private static func lastPosition(_ parent: String) -> String {
        """
        1 + (SELECT coalesce(max(position), 0) FROM category WHERE parent_id IS NOT DISTINCT FROM \(parent)::bigint)
        """
    }

    private static let replacement = """
        korean_name = excluded.korean_name, english_name = excluded.english_name, parent_id = excluded.parent_id, \
        position = excluded.position, is_deleted = false
        """
}
