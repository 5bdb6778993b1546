internal import CPostgres
public import MarketCore
internal import MarketModels

/// A row of a result, read by column number. It is valid only within the closure that it is passed to.
public struct PostgresRow: StoredRow {
    /// The object identifiers of the types `bigint`, `smallint` and `integer`.
    private static let integerTypes: Set<UInt32> = [20, 21, 23]
    /// The object identifiers of the types `text`, `varchar`, `char` and `name`.
    private static let textTypes: Set<UInt32> = [25, 1043, 1042, 19]
    private static let booleanType: UInt32 = 16

    let result: OpaquePointer
    let index: Int32

    public func isNull(_ column: Int32) -> Bool { PQgetisnull(result, index, column) != 0 }

    public func integer(_ column: Int32) throws -> Int64 {
        guard !isNull(column), Self.integerTypes.contains(PQftype(result, column)),
            let start = PQgetvalue(result, index, column)
        else { throw wrongType(column) }
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, index, column)))
        guard let value = Int64(decimal: bytes) else { throw wrongType(column) }
        return value
    }

    public func boolean(_ column: Int32) throws -> Bool {
        guard !isNull(column), PQftype(result, column) == Self.booleanType,
            let start = PQgetvalue(result, index, column)
        else { throw wrongType(column) }
        return start.pointee == CChar(UInt8(ascii: "t"))
    }

    public func optionalText(_ column: Int32) throws -> String? {
        guard !isNull(column) else { return nil }
        guard Self.textTypes.contains(PQftype(result, column)), let start = PQgetvalue(result, index, column),
            let text = String(validatingCString: start)
        else { throw wrongType(column) }
        return text
    }

    /// Returns a description of the column for logs, without the value, which may be secret.
    public func name(of column: Int32) -> String {
        "the column \(PQfname(result, column).map { String(cString: $0) } ?? "?") of a row"
    }
}

extension Int64 {
    /// Reads a decimal number, with an optional minus sign. Nil if the bytes are none, or it is out of range.
    fileprivate init?(decimal bytes: UnsafeRawBufferPointer) {
        var value: Int64 = 0
        let isNegative = bytes.first == UInt8(ascii: "-")
        let digits = bytes.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty else { return nil }
        for byte in digits {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
            // Negative, because the smallest number has no positive counterpart.
            let (tens, overflows) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflowsToo) = tens.subtractingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
            guard !overflows, !overflowsToo else { return nil }
            value = sum
        }
        guard isNegative || value != .min else { return nil }
        self = isNegative ? value : -value
    }
}
