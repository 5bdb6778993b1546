internal import CPostgres
internal import Foundation
internal import MarketCore

/// One connection to PostgreSQL, used by one thread at a time.
///
/// It calls libpq's non-blocking functions and waits for the socket itself, so that a cancelled task cancels its statement
/// and a server that doesn't answer is noticed.
final class PostgresConnection {
    /// The maximum time between looks at whether the work was cancelled, in milliseconds.
    static let pollInterval: Int32 = 50
    /// The maximum number of statements that stay prepared.
    private static let preparedLimit = 400

    let handle: OpaquePointer
    private let settings: PostgresSettings
    /// The host that it is a connection to.
    private let target: PostgresHosts.Target
    private var prepared: [String: String] = [:]
    var isLost = false
    /// Whether it is lost because the server doesn't answer, which may hold the session.
    var isGivenUp = false
    /// Whether the server was asked to pass notifications on.
    var isListening = false
    /// Whether the current work was cancelled. Nil for work that can't be.
    var cancellation: CancellationFlag?
    /// Receives reports of commits that take too long; nil for work outside of a pool.
    var commitWatch: CommitWatch?
    let notices = ServerNotices()
    /// Whether the running statement is a commit.
    var isCommitting = false
    /// Whether the running commit takes too long.
    var isCommitStalled = false
    /// Makes spans of the statements of the current work; nil if it isn't traced.
    var trace: StatementTrace?
    /// The maximum time for an answer. A server answers earlier, because it cancels the statement; one that doesn't is
    /// regarded as lost.
    var answerLimit: Duration
    /// When the running statement is cancelled, if the server doesn't do so.
    private var cancelTime: ContinuousClock.Instant?
    /// The last request to cancel a statement.
    private var cancelRequest: CancelRequest?
    /// Whether the server was asked to cancel the running statement or, once the work is cancelled, an earlier one.
    private var isCancelRequested = false

    /// Connects. It blocks for up to ``PostgresSettings/connectLimit``, and for the answer that sets the session up.
    ///
    /// - Parameter cancellation: of the work that the connection is opened for.
    init(_ settings: PostgresSettings, for cancellation: CancellationFlag? = nil) throws {
        self.settings = settings
        self.cancellation = cancellation
        answerLimit = settings.statementLimit + settings.answerReserve
        (handle, target) = try settings.connect(reachLimit: cancellation?.reachLimit)
        do {
            try prepareSession()
        } catch {
            // `deinit` closes the connection.
            settings.hosts.sessions.failed(target, error)
            throw error
        }
        settings.hosts.answered(target)
    }

    deinit {
        if isGivenUp { settings.hosts.sessions.giveUp(handle, to: target) } else { PQfinish(handle) }
    }

    /// Whether the connection can be used for more work: it isn't lost, no transaction is open, and no request is under
    /// way that would cancel the next statement.
    var isUsable: Bool {
        !isLost && cancelRequest?.isOver != false && PQstatus(handle) == CONNECTION_OK
            && PQtransactionStatus(handle) == PQTRANS_IDLE
    }

    /// Whether new connections lead to the same host.
    var isToPreferredHost: Bool { settings.hosts.prefers(target) }

    /// The server's version, for example 150018 for 15.18.
    var serverVersion: Int32 { PQserverVersion(handle) }

    // MARK: Statements

    /// Executes a statement and passes its rows to `body` until it returns false. The whole result is in memory then.
    ///
    /// - Parameter prepared: whether the statement stays prepared, which is for constant texts only.
    /// - Returns: the number of rows that were returned or changed.
    @discardableResult
    func forEachRow(
        _ sql: String,
        _ parameters: [(any PostgresParameter)?] = [],
        prepared: Bool = true,
        body: (PostgresRow) throws -> Bool
    ) throws -> Int {
        let result = try run(sql, parameters, prepared: prepared)
        defer { PQclear(result) }
        for index in 0..<PQntuples(result) {
            guard try body(PostgresRow(result: result, index: index)) else { break }
        }
        return PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }

    func all<Value>(
        _ sql: String,
        _ parameters: [(any PostgresParameter)?],
        read: (PostgresRow) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        try forEachRow(sql, parameters) { row in
            values.append(try read(row))
            return true
        }
        return values
    }

    /// Returns the first row of a statement, or nil if there is none.
    func firstRow<Value>(
        _ sql: String,
        _ parameters: [(any PostgresParameter)?] = [],
        prepared: Bool = true,
        read: (PostgresRow) throws -> Value
    ) throws -> Value? {
        var value: Value?
        try forEachRow(sql, parameters, prepared: prepared) { row in
            value = try read(row)
            return false
        }
        return value
    }

    /// Executes a statement.
    ///
    /// - Returns: the number of rows that it changed.
    @discardableResult
    func execute(_ sql: String, _ parameters: [(any PostgresParameter)?] = [], prepared: Bool = true) throws -> Int {
        try forEachRow(sql, parameters, prepared: prepared) { _ in false }
    }

    /// Executes several statements without parameters, in one transaction unless they say otherwise.
    func script(_ sql: String) throws {
        PQclear(try answer(to: sql) { PQsendQuery(handle, sql) })
    }

    // MARK: Session

    private func prepareSession() throws {
        PQsetnonblocking(handle, 1)
        // The default reports to standard error.
        notices.receive(from: handle)
        if settings.setsSession { try script(settings.session) }
    }

    /// Begins a transaction, with limits of its own if the session has none.
    func begin(_ statement: String) throws {
        if settings.setsSession {
            try execute(statement)
        } else {
            try script("\(statement); \(settings.limits(setBy: "SET LOCAL"))")
        }
    }

    private func run(_ sql: String, _ parameters: [(any PostgresParameter)?], prepared: Bool) throws -> OpaquePointer {
        try parameters.withValues { types, values in
            let count = Int32(values.count)
            guard prepared, settings.preparesStatements, let name = try name(of: sql, types) else {
                return try answer(to: sql) {
                    PQsendQueryParams(handle, sql, count, types, values, nil, nil, 0)
                }
            }
            return try answer(to: sql) { PQsendQueryPrepared(handle, name, count, values, nil, nil, 0) }
        }
    }

    /// Returns the name of the prepared statement, or nil if too many are prepared already.
    private func name(of sql: String, _ types: [UInt32]) throws -> String? {
        if let name = prepared[sql] { return name }
        guard prepared.count < Self.preparedLimit else { return nil }
        let name = "s\(prepared.count)"
        PQclear(try answer(to: sql) { PQsendPrepare(handle, name, sql, Int32(types.count), types) })
        prepared[sql] = name
        return name
    }

    // MARK: Answers

    /// Sends a statement and returns its last result, or throws its first error.
    private func answer(to sql: String, send: () -> Int32) throws -> OpaquePointer {
        guard let trace else { return try answer(send: send) }
        return try trace.statement(sql) { try answer(send: send) }
    }

    private func answer(send: () -> Int32) throws -> OpaquePointer {
        guard !isLost else {
            throw PostgresError(state: nil, message: "the connection was lost", isConnectionLost: true)
        }
        guard send() == 1 else { throw lost() }
        let begin = ContinuousClock.now
        // A server that waits for a standby regards no limit.
        let deadline = begin + (isCommitting && commitWatch != nil ? settings.statementLimit : answerLimit)
        cancelTime = settings.setsSession ? nil : begin + settings.statementLimit
        // The end of a transaction whose statement was cancelled isn't cancelled, too.
        if cancellation?.isCancelled != true { isCancelRequested = false }
        try flush(until: deadline)
        var last: OpaquePointer?
        var isAnswered = false
        defer { if !isAnswered { PQclear(last) } }
        var failure: PostgresError?
        while let result = try nextResult(until: deadline) {
            if let error = error(of: result) {
                failure = failure ?? error
                PQclear(result)
            } else {
                PQclear(last)
                last = result
            }
        }
        if let failure {
            if failure.isConnectionLost { isLost = true }
            throw failure
        }
        guard let last else { throw lost() }
        isAnswered = true
        return last
    }

    private func error(of result: OpaquePointer) -> PostgresError? {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return nil
        default: break
        }
        func field(_ code: Character) -> String? {
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
        }
        let state = field("C")
        return PostgresError(
            state: state,
            message: field("M") ?? String(cString: PQresultErrorMessage(result)),
            isConnectionLost: state == nil || PQstatus(handle) != CONNECTION_OK
        )
    }

    private func flush(until deadline: ContinuousClock.Instant) throws {
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1:
                try wait(for: Int16(POLLIN | POLLOUT), until: deadline)
                guard PQconsumeInput(handle) == 1 else { throw lost() }
            default: throw lost()
            }
        }
    }

    private func nextResult(until deadline: ContinuousClock.Instant) throws -> OpaquePointer? {
        while PQisBusy(handle) == 1 {
            try wait(for: Int16(POLLIN), until: deadline)
            // A lost connection is reported by the result that follows.
            if PQconsumeInput(handle) != 1 { break }
        }
        return PQgetResult(handle)
    }

    private func wait(for events: Int16, until deadline: ContinuousClock.Instant) throws {
        while true {
            var descriptor = pollfd(fd: PQsocket(handle), events: events, revents: 0)
            if poll(&descriptor, 1, Self.pollInterval) > 0 { return }
            if isCommitting {
                try waitForCommit(ContinuousClock.now >= deadline)
                continue
            }
            // The server doesn't know this limit.
            if let time = cancelTime, ContinuousClock.now >= time { cancelStatement() }
            if settings.cancelsStatements, cancellation?.isCancelled == true {
                // A server that doesn't answer wouldn't answer this request either.
                guard cancellation?.reachLimit?.mirror.isCurrent != false else {
                    giveUp()
                    throw CancellationError()
                }
                cancelStatement()
            }
            do {
                try cancellation?.reachLimit?.check()
            } catch {
                giveUp()
                throw error
            }
            guard ContinuousClock.now < deadline else {
                giveUp()
                throw PostgresError(state: nil, message: "the server doesn't answer", isConnectionLost: true)
            }
        }
    }

    /// Regards the connection as lost, because the server doesn't answer. If it is only overloaded, it needn't go on with what
    /// nobody waits for.
    private func giveUp() {
        cancelStatement()
        (isLost, isGivenUp) = (true, true)
        settings.hosts.hangs(target)
    }

    /// Asks the server once to cancel the running statement, which then fails with SQLSTATE 57014.
    private func cancelStatement() {
        guard !isCancelRequested, let request = CancelRequest.send(for: handle) else { return }
        cancelRequest = request
        isCancelRequested = true
    }

    private func lost() -> PostgresError {
        isLost = true
        return PostgresError(
            state: nil,
            message: PQerrorMessage(handle).map { String(cString: $0) }?.firstLine ?? "the connection was lost",
            isConnectionLost: true
        )
    }
}

extension String {
    /// The text up to the first line break.
    var firstLine: String { split(separator: "\n", maxSplits: 1).first.map(String.init) ?? self }
}
