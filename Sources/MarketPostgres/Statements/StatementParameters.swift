/// The parameters of a statement whose text depends on what is asked for.
struct StatementParameters {
    private(set) var values: [(any PostgresParameter)?] = []

    /// Adds a value and returns the name by which the statement refers to it.
    mutating func add(_ value: (any PostgresParameter)?) -> String {
        values.append(value)
        return "$\(values.count)"
    }
}
