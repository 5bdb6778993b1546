internal import GRDB
internal import MarketCore
internal import MarketModels

/// A writer of the categories. ``CategoryTree`` has checked the changes.
struct CategoryWriter {
    let database: Database

    func apply(_ change: CategoryChange) throws {
        switch change {
        case .add(let slug, let koreanName, let englishName, let parent):
            // The name of a removed category brings it back, with the products that it had.
            try database.execute(
                cached: """
                    INSERT INTO category (slug, korean_name, english_name, parent_id, position)
                    VALUES (?1, ?2, ?3, ?4, 1 + (SELECT coalesce(max(position), 0) FROM category WHERE parent_id IS ?4))
                    ON CONFLICT (slug) DO UPDATE SET korean_name = excluded.korean_name,
                        english_name = excluded.english_name, parent_id = excluded.parent_id,
                        position = excluded.position, is_deleted = 0
                    """,
                [slug, koreanName, englishName, parent?.rawValue]
            )
        case .rename(let id, let koreanName, let englishName):
            try database.execute(
                cached: "UPDATE category SET korean_name = ?, english_name = ? WHERE id = ?",
                [koreanName, englishName, id.rawValue]
            )
        case .move(let id, let parent):
            try database.execute(
                cached: """
                    UPDATE category SET parent_id = ?2,
                        position = 1 + (SELECT coalesce(max(position), 0) FROM category WHERE parent_id IS ?2)
                    WHERE id = ?1
                    """,
                [id.rawValue, parent?.rawValue]
            )
        case .remove(let id):
            // The second level of a removed category moves to the top.
            try database.execute(
                cached: "UPDATE category SET parent_id = NULL WHERE parent_id = ? AND is_deleted = 0",
                [id.rawValue]
            )
            try database.execute(cached: "UPDATE category SET is_deleted = 1 WHERE id = ?", [id.rawValue])
        }
        try database.raiseRevision()
    }

    /// Returns whether the categories are those of the settings already.
    func areCurrent(_ definitions: [CategoryDefinition]?) throws -> Bool {
        let reader = CategoryReader(database: database)
        guard try reader.areFixed() == (definitions != nil) else { return false }
        return try definitions == nil || reader.tree().definitions == definitions
    }

    /// Makes the categories those of the settings, or leaves them to be changed one by one.
    func set(_ definitions: [CategoryDefinition]?) throws {
        try database.execute(cached: "UPDATE market_state SET categories_are_fixed = ?", [definitions != nil])
        if let definitions { try replaceAll(with: definitions) }
        try database.raiseRevision()
    }

    private func replaceAll(with definitions: [CategoryDefinition]) throws {
        let slugs = Set(definitions.map(\.slug))
        for category in try CategoryReader(database: database).tree().categories where !slugs.contains(category.slug) {
            try database.execute(cached: "UPDATE category SET is_deleted = 1 WHERE id = ?", [category.id.rawValue])
        }
        // Each level is read in the order of its positions.
        for (position, definition) in definitions.enumerated() {
            try database.execute(
                cached: """
                    INSERT INTO category (slug, korean_name, english_name, parent_id, position)
                    VALUES (?1, ?2, ?3, (SELECT id FROM category WHERE slug = ?4), ?5)
                    ON CONFLICT (slug) DO UPDATE SET korean_name = excluded.korean_name,
                        english_name = excluded.english_name, parent_id = excluded.parent_id,
                        position = excluded.position, is_deleted = 0
                    """,
                [
                    definition.slug, definition.koreanName, definition.englishName, definition.parent,
                    Int64(position + 1),
                ]
            )
        }
    }
}
