internal import Foundation
package import MarketModels

/// The profile of a store's market. The statements are the same in every store.
package struct ProfileRecords<Connection: RecordConnection> {
    private let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    /// Reads the profile. What only another version declares is left alone.
    package func profile() throws -> MarketProfile {
        var values: [ProfileKey: String] = [:]
        var fixedKeys: Set<ProfileKey> = []
        var logo: (name: ImageName?, files: [MarketLogo.Size: [UInt8]]) = (nil, [:])
        var isLogoFixed = false
        try connection.forEachRow("SELECT key, value, is_fixed FROM market_profile", []) { row in
            let name = try row.nonEmptyText(0)
            if name == MarketLogo.settingName {
                logo.name = ImageName(try row.nonEmptyText(1))
                isLogoFixed = try row.boolean(2)
            }
            if let size = MarketLogo.Size.allCases.first(where: { $0.key == name }) {
                guard let bytes = Data(base64Encoded: try row.nonEmptyText(1)) else { throw row.wrongType(1) }
                logo.files[size] = Array(bytes)
            }
            guard let key = ProfileKey(rawValue: name) else { return }
            values[key] = try row.nonEmptyText(1)
            if try row.boolean(2) { fixedKeys.insert(key) }
        }
        var pages: [MarketPage] = []
        try connection.forEachRow("SELECT kind, language, text, is_published, changed_at FROM market_page", []) { row in
            guard let kind = MarketPage.Kind(rawValue: try row.nonEmptyText(0)),
                let language = Language(rawValue: try row.nonEmptyText(1))
            else { return }
            pages.append(
                MarketPage(
                    id: MarketPage.ID(kind, in: language),
                    text: try row.nonEmptyText(2),
                    isPublished: try row.boolean(3),
                    changedAt: try row.timestamp(4)
                )
            )
        }
        return MarketProfile(
            values: values,
            fixedKeys: fixedKeys,
            pages: pages,
            logo: logo.name.flatMap { MarketLogo(name: $0, files: logo.files) },
            isLogoFixed: isLogoFixed
        )
    }

    /// - Returns: whether anything was stored.
    func apply(_ change: ProfileChange, at now: Timestamp) throws -> Bool {
        let time = MoveValue.integer(now.millisecondsSinceEpoch)
        switch change {
        case .set(let key, let value):
            return try connection.execute(
                """
                INSERT INTO market_profile (key, value, is_fixed, changed_at) VALUES ($1, $2, false, $3)
                ON CONFLICT (key) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at
                WHERE NOT market_profile.is_fixed
                """,
                [.text(key.rawValue), .text(value), time]
            ) > 0
        case .unset(let key):
            return try connection.execute(
                "DELETE FROM market_profile WHERE key = $1 AND NOT is_fixed",
                [.text(key.rawValue)]
            ) > 0
        case .edit(let edits):
            let current = try profile()
            for (key, edit) in edits where current.values[key] != edit.old || current.fixedKeys.contains(key) {
                return false
            }
            for (key, edit) in edits { _ = try apply(edit.new.map { .set(key, $0) } ?? .unset(key), at: now) }
            return true
        case .define(let values): return try define(values, at: time)
        case .setPage(let id, let text):
            return try connection.execute(
                """
                INSERT INTO market_page (kind, language, text, is_published, changed_at) VALUES ($1, $2, $3, false, $4)
                ON CONFLICT (kind, language) DO UPDATE SET text = excluded.text, changed_at = excluded.changed_at
                \(MarketPage.gaps(in: text).isEmpty ? "" : "WHERE NOT market_page.is_published")
                """,
                id.values + [.text(text), time]
            ) > 0
        case .editPage(let id, let old, let text):
            return try profile().page(id)?.text == old ? try apply(.setPage(id, text), at: now) : false
        case .removePage(let id):
            return try connection.execute("DELETE FROM market_page WHERE kind = $1 AND language = $2", id.values) > 0
        case .publish(let id, let text):
            return try connection.execute(
                """
                UPDATE market_page SET is_published = true, changed_at = $4
                WHERE kind = $1 AND language = $2 AND text = $3 AND NOT is_published
                """,
                id.values + [.text(text), time]
            ) > 0
        case .unpublish(let id):
            return try connection.execute(
                """
                UPDATE market_page SET is_published = false, changed_at = $3
                WHERE kind = $1 AND language = $2 AND is_published
                """,
                id.values + [time]
            ) > 0
        case .setLogo(let logo):
            let current = try profile()
            guard current.logo != logo, !current.isLogoFixed else { return false }
            try store(logo, isFixed: false, at: time)
            return true
        case .defineLogo(let logo):
            let current = try profile()
            guard current.isLogoFixed != (logo != nil) || logo != nil && current.logo != logo else { return false }
            try store(logo ?? current.logo, isFixed: logo != nil, at: time)
            return true
        }
    }

    private func store(_ logo: MarketLogo?, isFixed: Bool, at time: MoveValue) throws {
        for key in [MarketLogo.settingName] + MarketLogo.Size.allCases.map(\.key) {
            try connection.execute("DELETE FROM market_profile WHERE key = $1", [.text(key)])
        }
        guard let logo else { return }
        let files = MarketLogo.Size.allCases.map { ($0.key, Data(logo.bytes($0)).base64EncodedString()) }
        for (key, value) in files + [(MarketLogo.settingName, logo.name.hexDigits)] {
            try connection.execute(
                "INSERT INTO market_profile (key, value, is_fixed, changed_at) VALUES ($1, $2, \(isFixed), $3)",
                [.text(key), .text(value), time]
            )
        }
    }

    private func define(_ values: [ProfileKey: String], at time: MoveValue) throws -> Bool {
        let current = try profile()
        guard !current.defines(values) else { return false }
        for key in current.fixedKeys where values[key] == nil {
            try connection.execute("UPDATE market_profile SET is_fixed = false WHERE key = $1", [.text(key.rawValue)])
        }
        for (key, value) in values {
            try connection.execute(
                """
                INSERT INTO market_profile (key, value, is_fixed, changed_at) VALUES ($1, $2, true, $3)
                ON CONFLICT (key) DO UPDATE SET value = excluded.value, is_fixed = true, changed_at = excluded.changed_at
                """,
                [.text(key.rawValue), .text(value), time]
            )
        }
        return true
    }
}

extension MarketProfile {
    /// Returns whether the operator's settings define exactly these values already.
    package func defines(_ values: [ProfileKey: String]) -> Bool {
        fixedKeys == Set(values.keys) && values.allSatisfy { self.values[$0.key] == $0.value }
    }
}

extension MarketPage.ID {
    fileprivate var values: [MoveValue] { [.text(kind.rawValue), .text(language.rawValue)] }
}

extension MarketLogo.Size {
    /// The key of its file, in base64.
    fileprivate var key: String { "\(MarketLogo.settingName)-\(rawValue)" }
}
