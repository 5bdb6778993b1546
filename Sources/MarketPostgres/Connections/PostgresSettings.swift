internal import CPostgres

/// Where a PostgreSQL database is, and how its connections behave.
public struct PostgresSettings: Sendable {
    /// The parameters of libpq, by keyword. They may contain a password.
    let parameters: [(keyword: String, value: String)]
    /// Shared by all copies of these settings.
    let hosts: PostgresHosts
    /// The maximum number of connections for quick reads and writes. Opened when they are needed.
    public var connectionLimit = 8
    /// The maximum number of connections for reads that may take long. As many as `BrowseProducts` reads at once: one client
    /// reads two of them at most, and leaves one to others.
    public var longReadLimit = 3
    /// The maximum number of operations that wait for a connection.
    public var waitingLimit = 1000
    /// Whether statements stay prepared on the server. PgBouncer before 1.21 can't pass prepared statements on.
    public var preparesStatements = true
    /// Whether each connection sets its time limits for the whole session. A pooler hands every transaction to another
    /// session, so transactions set them for themselves then, and single statements are cancelled by the client.
    public var setsSession = true
    /// The maximum time to connect, in whole seconds.
    public var connectLimit = 5
    /// The maximum time of a statement.
    public var statementLimit: Duration = .seconds(3)
    /// The maximum time that a statement waits for a lock.
    public var lockLimit: Duration = .seconds(2)
    /// How long a transaction may wait for its next statement before the server ends the connection.
    public var idleTransactionLimit: Duration = .seconds(10)
    /// How much longer than a statement may take a connection waits for the server before it is regarded as lost.
    public var answerReserve: Duration = .seconds(2)
    /// How often other processes' changes are looked for.
    public var pollInterval: Duration = .milliseconds(250)

    /// How long a read waits while the log of changes isn't read in time. The statement's limit counts otherwise.
    public var readTimeout: Duration = .milliseconds(800)
    /// The same for a write. It isn't stored then, unless it was being committed.
    public var writeTimeout: Duration = .seconds(2)
    /// The maximum time of an answer to the connection that watches the log of changes, which is regarded as lost then.
    public var watchLimit: Duration = .seconds(2)
    /// The maximum time that a request waits for a change of which its client was told by another process.
    var catchUpLimit: Duration = .seconds(1)
    /// Whether the log of changes is also read when another process hints at a change.
    package var listensForChanges = true
    /// Whether a cancelled task cancels its statement, for which libpq needs a server that answers.
    var cancelsStatements = true

    /// The maximum number of sessions that a server may still hold although they were given up: as many as a store has.
    var givenUpLimit: Int { connectionLimit + longReadLimit + 1 }

    /// Settings for connections through a pooler that hands each transaction to another session, such as PgBouncer in
    /// transaction mode.
    public var throughPooler: PostgresSettings {
        var settings = self
        settings.preparesStatements = false
        settings.setsSession = false
        return settings
    }

    /// Settings for the connection that watches the log of changes.
    var forWatching: PostgresSettings {
        var settings = self
        settings.statementLimit = watchLimit * 3 / 4
        settings.answerReserve = watchLimit / 4
        settings.connectLimit = max(1, Int(watchLimit.components.seconds))
        settings.cancelsStatements = false
        return settings
    }

    /// Reads an address.
    ///
    /// - Parameters:
    ///   - address: a URI, `postgres://user@host:port/database?sslmode=verify-full`.
    ///     It may name several hosts, of which the first one with a server that takes writes is used.
    ///   - password: the password, or nil if the address, `.pgpass` or the environment has it, or none is needed.
    /// - Throws: ``PostgresOpeningError/invalidAddress(reason:)``.
    public init(address: String, password: String? = nil) throws(PostgresOpeningError) {
        try self.init(address: address, password: password, names: .shared)
    }

    init(address: String, password: String? = nil, names: HostNames) throws(PostgresOpeningError) {
        guard address.hasPrefix("postgres://") || address.hasPrefix("postgresql://") else {
            throw .invalidAddress(reason: "it doesn't begin with postgres://")
        }
        var message: UnsafeMutablePointer<CChar>?
        defer { PQfreemem(message) }
        guard let options = PQconninfoParse(address, &message) else {
            let reason = message.map { String(cString: $0).firstLine } ?? "no memory"
            // libpq repeats the address in some messages, and it may contain a password.
            throw .invalidAddress(reason: reason.contains("@") ? "it isn't a valid URI" : reason)
        }
        defer { PQconninfoFree(options) }
        var given: [(keyword: String, value: String)] = []
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { given.append((String(cString: keyword), String(cString: value))) }
            option += 1
        }
        guard given.contains(where: { $0.keyword == "dbname" }) else {
            throw .invalidAddress(reason: "it names no database")
        }
        if let password {
            given.removeAll { $0.keyword == "password" }
            given.append(("password", password))
        }
        parameters = given
        hosts = PostgresHosts(given, names: names)
    }

    /// Whether the address contains a password, which other users of the machine see if it is in an argument.
    public static func hasPassword(_ address: String) -> Bool {
        (try? PostgresSettings(address: address))?.parameters.contains { $0.keyword == "password" } ?? false
    }

    /// The host, port, user and database for logs, without the password.
    public var name: String {
        func value(_ keyword: String) -> String? { parameters.first { $0.keyword == keyword }?.value }
        let host = value("host") ?? value("hostaddr") ?? "localhost"
        return "\(host)\(value("port").map { ":\($0)" } ?? "")/\(value("dbname") ?? "")"
    }
}
