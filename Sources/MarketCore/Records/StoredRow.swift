public import MarketModels

/// A row of a store, read by column number.
///
/// Types and constraints of the schemas guarantee what is written, but not what a disk returns. Therefore each value is
/// validated again, and one that can't have been written throws ``CorruptRowError`` instead of being replaced by a
/// similar one.
public protocol StoredRow {
    func isNull(_ column: Int32) -> Bool
    func integer(_ column: Int32) throws -> Int64
    func boolean(_ column: Int32) throws -> Bool
    func optionalText(_ column: Int32) throws -> String?
    /// Returns a description of the column for logs, without the value, which may be secret.
    func name(of column: Int32) -> String
}

/// A row that no version of Open Market can have written, which means that the database is inconsistent.
public struct CorruptRowError: Error, CustomStringConvertible {
    /// The reason, for logs.
    public let reason: String
    /// Whether only derived data is affected (counts and search indexes), not the data that users have stored.
    public var isDerived: Bool

    public init(reason: String, isDerived: Bool = false) {
        self.reason = reason
        self.isDerived = isDerived
    }

    public var description: String { reason }
}

// MARK: Values

extension StoredRow {
    /// The largest number that is ever stored as an amount, a count or a time: 2^53−1.
    @inlinable public static var largestCount: Int64 { 9_007_199_254_740_991 }

    @inlinable
    public func optionalInteger(_ column: Int32) throws -> Int64? { isNull(column) ? nil : try integer(column) }

    /// Reads an integer from 0 to 2^53−1.
    @inlinable
    public func count(_ column: Int32) throws -> Int64 {
        let value = try integer(column)
        guard 0...Self.largestCount ~= value else { throw outOfRange(column, value) }
        return value
    }

    /// Reads an integer from 1 to 2^53−1.
    @inlinable
    public func positive(_ column: Int32) throws -> Int64 {
        let value = try integer(column)
        guard 1...Self.largestCount ~= value else { throw outOfRange(column, value) }
        return value
    }

    @inlinable
    public func timestamp(_ column: Int32) throws -> Timestamp {
        let value = try integer(column)
        guard -Self.largestCount...Self.largestCount ~= value else { throw outOfRange(column, value) }
        return Timestamp(millisecondsSinceEpoch: value)
    }

    @inlinable
    public func optionalTimestamp(_ column: Int32) throws -> Timestamp? {
        isNull(column) ? nil : try timestamp(column)
    }

    @inlinable
    public func text(_ column: Int32) throws -> String {
        guard let text = try optionalText(column) else { throw wrongType(column) }
        return text
    }

    /// Reads a text that isn't empty.
    @inlinable
    public func nonEmptyText(_ column: Int32) throws -> String {
        let text = try text(column)
        guard !text.isEmpty else { throw CorruptRowError(reason: "\(name(of: column)) is empty") }
        return text
    }

    public func wrongType(_ column: Int32) -> CorruptRowError {
        CorruptRowError(reason: "\(name(of: column)) has a wrong type")
    }

    public func outOfRange(_ column: Int32, _ value: Int64) -> CorruptRowError {
        CorruptRowError(reason: "\(name(of: column)) is \(value), which is impossible")
    }
}
