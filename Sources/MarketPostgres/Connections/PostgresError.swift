internal import MarketCore

/// An error that PostgreSQL or libpq reported.
struct PostgresError: Error, Hashable {
    /// The SQLSTATE, five characters, or nil if no server reported the error.
    let state: String?
    /// The primary message, for logs. It contains no values of parameters.
    let message: String
    /// Whether the connection can't be used any more.
    let isConnectionLost: Bool

    init(state: String?, message: String, isConnectionLost: Bool = false) {
        self.state = state
        self.message = message
        // The server is being stopped, or is no longer the primary one.
        let endsConnection = ["57P01", "57P02", "57P03", "25006"]
        self.isConnectionLost =
            isConnectionLost || state.map { $0.hasPrefix("08") || endsConnection.contains($0) } ?? false
    }

    /// Whether the whole transaction can be repeated, because nothing of it was stored: a serialization failure or a
    /// deadlock.
    var isRepeatable: Bool { state == "40001" || state == "40P01" }
}

extension PostgresError: CustomStringConvertible {
    var description: String { state.map { "\(message) (SQLSTATE \($0))" } ?? message }
}

/// A transaction was being committed, and it may be stored or not: the connection was lost, the server didn't answer in time,
/// or it didn't wait for its standby.
struct UnknownCommitError: Error, CustomStringConvertible {
    let reason: String

    var description: String { reason }
}

extension MarketError {
    /// Converts an error of the layers below.
    ///
    /// - Parameter reading: what was read, for logs.
    init(_ error: any Error, reading: String = "a quick read") {
        switch error {
        case let error as MarketError: self = error
        case let error as CorruptRowError: self = .damaged(reason: error.reason)
        case let error as PostgresError: self.init(error, reading: reading)
        case let error as UnknownCommitError:
            self = .outcomeUnknown(reason: error.reason)
        case let error as ConnectionFailure: self = .unreachable(reason: error.description)
        case is CancellationError: self = .unavailable(reason: "cancelled")
        default: self = .unavailable(reason: error.explanation)
        }
    }

    private init(_ error: PostgresError, reading: String) {
        if error.isConnectionLost {
            self = .unreachable(reason: error.description)
            return
        }
        switch error.state {
        case "53100": self = .storageFull
        case "57014": self = .tooSlow(reading: reading)
        case "XX001", "XX002": self = .damaged(reason: error.description)
        default: self = .unavailable(reason: error.description)
        }
    }
}
