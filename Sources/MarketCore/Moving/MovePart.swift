/// A value of a row. Booleans are 0 and 1.
public enum MoveValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)

    package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    package var text: String? { if case .text(let value) = self { value } else { nil } }

    /// Adds the value to bytes, so that no two sequences of values give the same ones.
    fileprivate func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(0)
        case .integer(let value):
            bytes.append(1)
            withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
        case .text(let text):
            bytes.append(2)
            withUnsafeBytes(of: Int64(text.utf8.count).bigEndian) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: text.utf8)
        }
    }
}

/// The values of a row, in the order of ``MoveTable/columns``.
package typealias MoveRow = [MoveValue]
/// What identifies an entry within its group.
package typealias MoveKey = [MoveValue]

/// A range of entries, in ascending order of their keys.
package struct MoveRange: Sendable {
    /// The key before the first entry, or nil for the first entry of all.
    package let after: MoveKey?
    /// The key of the last entry, or nil for the last entry of all.
    package let through: MoveKey?
}

/// Entries of a group that follow each other: the rows of each table, in order.
package struct MovePart: Sendable {
    package let group: MoveGroup
    package let range: MoveRange
    package let rows: [MoveTable: [MoveRow]]

    package var keys: [MoveKey] { (rows[group.mainTable] ?? []).map { Array($0.prefix(group.keyWidth)) } }

    /// Returns the part with only those entries.
    package func filtered(to keys: Set<MoveKey>) -> MovePart {
        let rows = rows.mapValues { $0.filter { keys.contains(Array($0.prefix(group.keyWidth))) } }
        return MovePart(group: group, range: range, rows: rows)
    }

    /// Returns the rows of a table as bytes, the same ones for every kind of store.
    func bytes(of table: MoveTable) -> [UInt8] {
        var bytes: [UInt8] = []
        for row in rows[table] ?? [] { for value in row { value.write(to: &bytes) } }
        return bytes
    }

    /// Returns all rows of each entry as bytes.
    func bytesByKey() -> [MoveKey: [UInt8]] {
        var entries: [MoveKey: [UInt8]] = [:]
        for (number, table) in group.tables.enumerated() {
            for row in rows[table] ?? [] {
                let key = Array(row.prefix(group.keyWidth))
                entries[key, default: []].append(UInt8(number))
                for value in row { value.write(to: &entries[key, default: []]) }
            }
        }
        return entries
    }
}

/// What a market has besides its rows.
package struct MoveState: Hashable, Sendable {
    package let revision: Int64
    package let areCategoriesFixed: Bool
    /// The highest id that was ever assigned, of each table that assigns ids.
    package let lastIDs: [MoveTable: Int64]

    package init(revision: Int64, areCategoriesFixed: Bool, lastIDs: [MoveTable: Int64]) {
        self.revision = revision
        self.areCategoriesFixed = areCategoriesFixed
        self.lastIDs = lastIDs
    }
}
