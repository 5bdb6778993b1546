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
            let start = PQgetvalue(result, index, column), let value = Int64(String(cString: start))
        else { throw wrongType(column) }
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

    public func name(of column: Int32) -> String {
        "the column \(PQfname(result, column).map { String(cString: $0) } ?? "?") of a row"
    }
}
