/// A value that can be passed to a statement.
protocol PostgresParameter: Sendable {
    /// The object identifier of the type in PostgreSQL.
    static var typeID: UInt32 { get }
    /// The value as PostgreSQL reads it.
    var text: String { get }
}

/// A value that can be an element of an array that is passed to a statement.
protocol PostgresElement: PostgresParameter {
    /// The object identifier of the type of arrays.
    static var arrayTypeID: UInt32 { get }
    /// The value as PostgreSQL reads it within an array.
    var elementText: String { get }
}

extension Int64: PostgresElement {
    static let typeID: UInt32 = 20
    static let arrayTypeID: UInt32 = 1016
    var text: String { String(self) }
    var elementText: String { text }
}

extension Int: PostgresParameter {
    static let typeID: UInt32 = 20
    var text: String { String(self) }
}

extension Bool: PostgresParameter {
    static let typeID: UInt32 = 16
    var text: String { self ? "t" : "f" }
}

extension String: PostgresElement {
    static let typeID: UInt32 = 25
    static let arrayTypeID: UInt32 = 1009
    var text: String { self }
    var elementText: String {
        var text = "\""
        for scalar in unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text.append("\\") }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }
}

extension Array: PostgresParameter where Element: PostgresElement {
    static var typeID: UInt32 { Element.arrayTypeID }
    var text: String { "{" + map(\.elementText).joined(separator: ",") + "}" }
}

/// The values of a column, of any number of rows.
struct PostgresColumn<Element: PostgresElement>: PostgresParameter {
    static var typeID: UInt32 { Element.arrayTypeID }
    let values: [Element?]

    var text: String { "{" + values.map { $0?.elementText ?? "NULL" }.joined(separator: ",") + "}" }
}

extension Array where Element == (any PostgresParameter)? {
    /// Passes the values to libpq: their types, and their texts as C strings, valid within `body`.
    ///
    /// - Throws: ``PostgresError`` if a text contains U+0000, which PostgreSQL doesn't store.
    func withValues<Value>(
        _ body: (_ types: [UInt32], _ values: [UnsafePointer<CChar>?]) throws -> Value
    ) throws -> Value {
        var types: [UInt32] = []
        var bytes: [CChar] = []
        var offsets: [Int?] = []
        for parameter in self {
            guard let parameter else {
                types.append(0)
                offsets.append(nil)
                continue
            }
            types.append(type(of: parameter).typeID)
            offsets.append(bytes.count)
            for byte in parameter.text.utf8 {
                guard byte != 0 else { throw PostgresError(state: nil, message: "a text contains U+0000") }
                bytes.append(CChar(bitPattern: byte))
            }
            bytes.append(0)
        }
        return try bytes.withUnsafeBufferPointer { buffer in
            try body(types, offsets.map { offset in offset.flatMap { buffer.baseAddress?.advanced(by: $0) } })
        }
    }
}
