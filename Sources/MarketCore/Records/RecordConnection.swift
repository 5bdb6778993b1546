/// A connection on which records are read and written whose statements are the same in every store, within a transaction.
package protocol RecordConnection {
    associatedtype Row: StoredRow

    /// Executes a statement with the parameters `$1` and so on.
    ///
    /// - Returns: the number of rows that were changed.
    @discardableResult
    func execute(_ sql: String, _ values: [MoveValue]) throws -> Int

    /// Passes the rows of a statement to `body`.
    func forEachRow(_ sql: String, _ values: [MoveValue], _ body: (Row) throws -> Void) throws
}
