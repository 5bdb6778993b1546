/// The numbers of a column, of any number of rows.
struct IntegerColumn: PostgresParameter {
    static let typeID = Int64.arrayTypeID
    let values: [Int64?]

    var text: String { "{" + values.map { $0.map(\.elementText) ?? "NULL" }.joined(separator: ",") + "}" }
}

/// The texts of a column, of any number of rows.
struct TextColumn: PostgresParameter {
    static let typeID = String.arrayTypeID
    let values: [String?]

    var text: String { "{" + values.map { $0.map(\.elementText) ?? "NULL" }.joined(separator: ",") + "}" }
}
