internal import CPostgres
internal import Foundation
internal import MarketCore

extension PostgresSettings {
    /// Opens a connection to the first host that has a server of the wanted kind. It blocks for up to ``connectLimit``. If the
    /// session can be set up, the hosts have ``PostgresHosts/answered(_:)``, or else their sessions have
    /// ``SessionLimits/failed(_:_:)``.
    ///
    /// - Throws: ``ConnectionFailure``.
    func connect(reachLimit: ReachLimit? = nil) throws -> (handle: OpaquePointer, target: PostgresHosts.Target) {
        let deadline = ContinuousClock.now + .seconds(connectLimit)
        guard parameters.last(where: { $0.keyword == Self.attributes })?.value == "prefer-standby" else {
            return try hosts.connect(until: deadline, reachLimit) { target, end in
                (try connect(to: target, until: end, reachLimit), target)
            }
        }
        // libpq would prefer one of the hosts that it knows.
        let half = ContinuousClock.now + .seconds(connectLimit) / 2
        for (kind, end) in [("standby", half), ("any", deadline)] {
            do {
                return try hosts.connect(until: end, reachLimit) { target, end in
                    (try connect(to: target, kind, until: end, reachLimit), target)
                }
            } catch is ConnectionFailure where kind == "standby" {}
        }
        preconditionFailure("The last attempt returns or throws.")
    }

    private func connect(
        to target: PostgresHosts.Target,
        _ kind: String? = nil,
        until deadline: ContinuousClock.Instant,
        _ reachLimit: ReachLimit?
    ) throws -> OpaquePointer {
        try hosts.sessions.begin(target, limit: givenUpLimit, until: deadline, reachLimit)
        do {
            return try open(target, kind, until: deadline, reachLimit)
        } catch {
            // A primary that isn't a standby is well.
            hosts.sessions.failed(target, kind == "standby" ? CancellationError() : error)
            throw error
        }
    }

    private func open(
        _ target: PostgresHosts.Target,
        _ kind: String?,
        until deadline: ContinuousClock.Instant,
        _ reachLimit: ReachLimit?
    ) throws -> OpaquePointer {
        let texts: [(any PostgresParameter)?] = allParameters(target, kind).flatMap { [$0.keyword, $0.value] }
        return try texts.withValues { _, values in
            let keywords = stride(from: 0, to: values.count, by: 2).map { values[$0] } + [nil]
            let settings = stride(from: 1, to: values.count, by: 2).map { values[$0] } + [nil]
            guard let handle = PQconnectStartParams(keywords, settings, 0) else {
                throw ConnectionFailure(state: nil, description: "no memory")
            }
            do {
                // With the SQLSTATE, because messages are in the server's language.
                PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
                try finishConnecting(handle, until: deadline, reachLimit)
                PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
                return handle
            } catch {
                switch PQstatus(handle) {
                // No server has a session of it yet, or has one any more.
                case CONNECTION_STARTED, CONNECTION_BAD: PQfinish(handle)
                default: hosts.sessions.giveUp(handle, to: target)
                }
                throw error
            }
        }
    }

    /// The statements that set what the market relies on, whatever the role and the database have as defaults. Where tables
    /// are looked for is theirs to say.
    var session: String {
        """
        \(limits(setBy: "SET"));
        SET default_transaction_isolation = 'read committed';
        SET standard_conforming_strings = on;
        SET DateStyle = 'ISO, YMD';
        SET TimeZone = 'UTC'
        """
    }

    /// The statements that limit the times of statements and transactions.
    ///
    /// - Parameter command: `SET` or `SET LOCAL`.
    func limits(setBy command: String) -> String {
        """
        \(command) statement_timeout = \(statementLimit.inMilliseconds);
        \(command) lock_timeout = \(lockLimit.inMilliseconds);
        \(command) idle_in_transaction_session_timeout = \(idleTransactionLimit.inMilliseconds)
        """
    }

    private static var attributes: String { "target_session_attrs" }

    private func allParameters(
        _ target: PostgresHosts.Target,
        _ kind: String?
    ) -> [(keyword: String, value: String)] {
        let defaults = [
            ("application_name", "openmarket"),
            // A server that stopped without a word is noticed within half a minute, also while nothing is sent.
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "30000"),
            (Self.attributes, "read-write"),
        ]
        let missing = defaults.filter { name, _ in !parameters.contains { $0.keyword == name } }
        let given = parameters.filter { name, _ in !["host", "hostaddr", "port"].contains(name) }
        return given + missing.map { (keyword: $0.0, value: $0.1) } + target.parameters + [("client_encoding", "UTF8")]
            + (kind.map { [(Self.attributes, $0)] } ?? [])
    }

    private func finishConnecting(
        _ handle: OpaquePointer,
        until deadline: ContinuousClock.Instant,
        _ reachLimit: ReachLimit?
    ) throws {
        var events = POLLOUT
        while true {
            guard PQstatus(handle) != CONNECTION_BAD else { throw ConnectionFailure(handle) }
            var descriptor = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
            let remaining = (deadline - .now).inMilliseconds
            guard remaining > 0 else { throw ConnectionFailure(state: nil, description: "the server doesn't answer") }
            if poll(&descriptor, 1, Int32(clamping: min(remaining, 50))) <= 0 {
                try reachLimit?.check()
                continue
            }
            switch PQconnectPoll(handle) {
            case PGRES_POLLING_OK: return
            case PGRES_POLLING_READING: events = POLLIN
            case PGRES_POLLING_WRITING: events = POLLOUT
            default: throw ConnectionFailure(handle)
            }
        }
    }
}

/// A connection could not be opened.
struct ConnectionFailure: Error, CustomStringConvertible {
    /// The SQLSTATE, or nil if no server reported the failure.
    let state: String?
    /// libpq's message, for logs.
    let description: String

    init(state: String?, description: String) {
        self.state = state
        self.description = description
    }

    /// The failure of all hosts: that which a server reported, or else all of them.
    init(_ failures: [ConnectionFailure]) {
        if let reported = failures.first(where: { $0.state != nil }) {
            self = reported
        } else {
            self.init(state: nil, description: failures.map(\.description).joined(separator: "; "))
        }
    }

    fileprivate init(_ handle: OpaquePointer) {
        guard PQconnectionNeedsPassword(handle) == 0 else {
            self.init(state: "28P01", description: "it asks for a password, and none was given")
            return
        }
        let lines = String(cString: PQerrorMessage(handle)).split(separator: "\n").filter { !$0.hasPrefix("LOCATION:") }
        let message = lines.joined(separator: "; ")
        // connection to server on socket "…" failed: FATAL:  28P01: password authentication failed …
        if let match = message.firstMatch(of: /: +((?=[A-Z]*[0-9])[0-9A-Z]{5}):\s/) {
            self.init(state: String(match.1), description: String(message[match.range.upperBound...]))
        } else {
            self.init(state: nil, description: message)
        }
    }
}
