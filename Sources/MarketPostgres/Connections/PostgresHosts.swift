internal import CPostgres
internal import Synchronization

/// The hosts of a database, in the order in which they are tried.
///
/// libpq has one time limit for all hosts and looks their names up without any, so a host or a name server that hangs would
/// keep it from the others. Therefore it gets one network address at a time.
final class PostgresHosts: Sendable {
    /// What a connection can be opened to.
    struct Target: Hashable, Sendable {
        /// The name, with which certificates and `.pgpass` are compared, or the folder of a Unix socket.
        var host: String?
        /// The network address. Names without one are looked up.
        var address: String?
        var port: String?

        var parameters: [(keyword: String, value: String)] {
            [("host", host), ("hostaddr", address), ("port", port)].compactMap { name, value in value.map { (name, $0) }
            }
        }

        fileprivate var unresolvedName: String? {
            guard address == nil, let host, !host.isEmpty, !host.hasPrefix("/"), !host.hasPrefix("@") else {
                return nil
            }
            return host
        }
    }

    let sessions = SessionLimits()
    private let hosts: Mutex<[Target]>
    private let names: HostNames

    /// - Parameter parameters: the parameters of libpq, in which lists are separated by commas.
    init(_ parameters: [(keyword: String, value: String)], names: HostNames = .shared) {
        hosts = Mutex(Self.hosts(parameters))
        self.names = names
    }

    /// Calls `open` with one target after the other until it returns. Each host has an equal share of the time that remains,
    /// and each address of its name an equal share of that.
    ///
    /// - Throws: a ``ConnectionFailure`` of a host whose server reported one, or else of all hosts, and every other error at
    ///   once.
    func connect<Value>(
        until deadline: ContinuousClock.Instant,
        _ reachLimit: ReachLimit?,
        open: (Target, ContinuousClock.Instant) throws -> Value
    ) throws -> Value {
        let hosts = hosts.withLock { $0 }
        for name in hosts.compactMap(\.unresolvedName) { names.beginLookup(of: name) }
        var failures: [ConnectionFailure] = []
        for (index, host) in hosts.enumerated() {
            let end = deadline.share(of: hosts.count - index)
            do {
                let targets = try targets(of: host, until: end, reachLimit)
                for (index, target) in targets.enumerated() {
                    do {
                        return try open(target, end.share(of: targets.count - index))
                    } catch let failure as ConnectionFailure {
                        failures.append(failure)
                    }
                }
            } catch let failure as ConnectionFailure {
                failures.append(failure)
            }
        }
        throw ConnectionFailure(failures)
    }

    /// Remembers that a server has answered, so that it is tried first.
    func answered(_ target: Target) {
        sessions.succeeded(target)
        hosts.withLock { hosts in
            guard let index = hosts.firstIndex(where: { $0.isHost(of: target) }) else { return }
            hosts.insert(hosts.remove(at: index), at: 0)
        }
        if let name = target.host, let address = target.address { names.prefer(address, of: name) }
    }

    /// Whether a target belongs to the host that is tried first.
    func prefers(_ target: Target) -> Bool { hosts.withLock { $0.first?.isHost(of: target) ?? true } }

    /// Remembers that a server doesn't answer, so that it is tried last.
    func hangs(_ target: Target) {
        hosts.withLock { hosts in
            guard let index = hosts.firstIndex(where: { $0.isHost(of: target) }) else { return }
            hosts.append(hosts.remove(at: index))
        }
        if let name = target.host, let address = target.address { names.avoid(address, of: name) }
    }

    private func targets(
        of host: Target,
        until end: ContinuousClock.Instant,
        _ reachLimit: ReachLimit?
    ) throws -> [Target] {
        guard let name = host.unresolvedName else { return [host] }
        return try names.addresses(of: name, until: end, reachLimit).map {
            Target(host: name, address: $0, port: host.port)
        }
    }

    private static func hosts(_ parameters: [(keyword: String, value: String)]) -> [Target] {
        var values = Dictionary(parameters.map { ($0.keyword, $0.value) }) { _, last in last }
        // libpq finds the host elsewhere then: in the environment, in a file of services, or at its own Unix socket.
        if values["host"] == nil, values["hostaddr"] == nil {
            guard values["service"] == nil, let defaults = PQconndefaults() else { return [Target()] }
            defer { PQconninfoFree(defaults) }
            var option = defaults
            while let keyword = option.pointee.keyword {
                if let value = option.pointee.val {
                    values[String(cString: keyword)] = values[String(cString: keyword)] ?? String(cString: value)
                }
                option += 1
            }
        }
        func list(_ keyword: String) -> [String]? {
            values[keyword].map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        }
        let (names, addresses, ports) = (list("host"), list("hostaddr"), list("port") ?? [])
        guard let count = (addresses ?? names)?.count else { return [Target()] }
        guard names?.count ?? count == count, ports.count <= 1 || ports.count == count else {
            // libpq says what is wrong.
            return [Target(host: values["host"], address: values["hostaddr"], port: values["port"])]
        }
        return (0..<count).map { index in
            let address = addresses.map { $0[index] }
            return Target(
                host: names?[index],
                address: address?.isEmpty == false ? address : nil,
                port: ports.count == count ? ports[index] : ports.first
            )
        }
    }
}

extension PostgresHosts.Target {
    /// Whether the target is this host, at whatever address of its name.
    fileprivate func isHost(of target: PostgresHosts.Target) -> Bool {
        host == target.host && port == target.port && (address == nil || address == target.address)
    }
}

extension ContinuousClock.Instant {
    /// The end of an equal share of the time until this one, of which `count` are left.
    fileprivate func share(of count: Int) -> ContinuousClock.Instant {
        let now = ContinuousClock.now
        return now + max(.zero, self - now) / count
    }
}
