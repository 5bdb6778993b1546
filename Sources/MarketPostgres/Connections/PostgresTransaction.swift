internal import Foundation

/// What a transaction sees of others.
enum TransactionIsolation: String {
    /// Each statement sees what was committed before it began.
    case readCommitted = "READ COMMITTED"
    /// All statements see what was committed before the first one.
    case repeatableRead = "REPEATABLE READ"
    /// As if transactions ran one after the other.
    case serializable = "SERIALIZABLE"
}

extension PostgresConnection {
    /// The maximum number of times that a transaction is tried.
    private static var attempts: Int { 12 }

    /// Runs `body` in a transaction, which is rolled back when `body` throws. After a serialization failure or a deadlock,
    /// the whole transaction is repeated, so `body` must have no effects outside of it.
    ///
    /// - Throws: ``UnknownCommitError`` if it isn't known whether the commit is stored. It is never repeated.
    func transaction<Value>(
        _ isolation: TransactionIsolation = .readCommitted,
        readOnly: Bool = false,
        _ body: () throws -> Value
    ) throws -> Value {
        let begin = "BEGIN ISOLATION LEVEL \(isolation.rawValue)\(readOnly ? " READ ONLY" : "")"
        return try repeating { try once(begin, body) }
    }

    /// Repeats a statement or a transaction after a serialization failure or a deadlock.
    func repeating<Value>(_ body: () throws -> Value) throws -> Value {
        for attempt in 1... {
            do {
                return try body()
            } catch let error as PostgresError where error.isRepeatable && attempt < Self.attempts {
                // Not all at once again: a random part of a time that doubles, up to 64 ms.
                Thread.sleep(forTimeInterval: .random(in: 0...Double(1 << min(attempt, 6)) / 1000))
            }
        }
        preconditionFailure("The last attempt returns or throws.")
    }

    private func once<Value>(_ begin: String, _ body: () throws -> Value) throws -> Value {
        try self.begin(begin)
        let value: Value
        do {
            value = try body()
        } catch {
            // If it fails, the connection isn't used again.
            _ = try? execute("ROLLBACK")
            throw error
        }
        try commit()
        return value
    }
}
