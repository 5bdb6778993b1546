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
                        position = excluded.position, is_removed = 0
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
                cached: "UPDATE category SET parent_id = NULL WHERE parent_id = ? AND is_removed = 0",
                [id.rawValue]
            )
            try database.execute(cached: "UPDATE category SET is_removed = 1 WHERE id = ?", [id.rawValue])
        }
        try database.raiseRevision()
    }
}
