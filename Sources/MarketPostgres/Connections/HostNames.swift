internal import Foundation
internal import Synchronization

/// The network addresses of names of hosts.
///
/// A name server that doesn't answer holds the thread that asks for half a minute, so each name is looked up on a thread of
/// its own, of which there is one for each name.
final class HostNames: Sendable {
    typealias Answer = Result<[String], ConnectionFailure>

    static let shared = HostNames(lookUp: addresses)

    /// The maximum time that a lookup takes before the addresses of the one before are used.
    private static let lookupLimit: Duration = .milliseconds(200)

    fileprivate struct Name {
        /// The addresses of the last lookup that found any, the best one first.
        var addresses: [String] = []
        /// When the lookup that is in flight began.
        var begin: ContinuousClock.Instant?
        var failure: ConnectionFailure?
    }

    private let names = Mutex<[String: Name]>([:])
    private let lookUp: @Sendable (String) -> Answer

    /// - Parameter lookUp: returns the addresses of a name. It may block.
    init(lookUp: @escaping @Sendable (String) -> Answer) {
        self.lookUp = lookUp
    }

    /// Looks a name up, unless a lookup of it is in flight.
    func beginLookup(of name: String) {
        let begins = names.withLock { names in
            guard names[name]?.begin == nil else { return false }
            names[name, default: Name()].begin = .now
            return true
        }
        guard begins else { return }
        Thread.detachNewThread { [self] in
            let answer = lookUp(name)
            names.withLock { $0[name]?.end(answer) }
        }
    }

    /// Returns the addresses of a name whose lookup has begun.
    ///
    /// - Throws: ``ConnectionFailure`` if there are none, or the error of `reachLimit`.
    func addresses(of name: String, until end: ContinuousClock.Instant, _ reachLimit: ReachLimit?) throws -> [String] {
        while true {
            let known = names.withLock { $0[name] ?? Name() }
            let isLate = known.begin.map { $0 + Self.lookupLimit <= .now } ?? true
            if isLate, !known.addresses.isEmpty { return known.addresses }
            if known.begin == nil, let failure = known.failure { throw failure }
            guard ContinuousClock.now < end else {
                throw ConnectionFailure(state: nil, description: "no name server has told the address of \(name)")
            }
            try reachLimit?.check()
            Thread.sleep(forTimeInterval: 0.002)
        }
    }

    /// Moves an address to the front.
    func prefer(_ address: String, of name: String) {
        names.withLock { $0[name]?.move(address) { $0.insert($1, at: 0) } }
    }

    /// Moves an address to the end.
    func avoid(_ address: String, of name: String) {
        names.withLock { $0[name]?.move(address) { $0.append($1) } }
    }

    private static func addresses(of name: String) -> Answer {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(name, nil, &hints, &first)
        defer { if let first { freeaddrinfo(first) } }
        guard status == 0 else {
            let reason = String(cString: gai_strerror(status))
            return .failure(ConnectionFailure(state: nil, description: "the address of \(name) is unknown: \(reason)"))
        }
        var addresses: [String] = []
        var next = first
        while let info = next?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let status = getnameinfo(
                info.ai_addr,
                info.ai_addrlen,
                &text,
                socklen_t(text.count),
                nil,
                0,
                NI_NUMERICHOST
            )
            let address = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if status == 0, !addresses.contains(address) { addresses.append(address) }
            next = info.ai_next
        }
        return .success(addresses)
    }
}

extension HostNames.Name {
    fileprivate mutating func end(_ answer: HostNames.Answer) {
        begin = nil
        do throws(ConnectionFailure) {
            let found = try answer.get()
            // Known ones in their order, which says which of them have answered.
            addresses = addresses.filter(found.contains) + found.filter { !addresses.contains($0) }
            failure = nil
        } catch {
            failure = error
        }
    }

    fileprivate mutating func move(_ address: String, _ insert: (inout [String], String) -> Void) {
        guard let index = addresses.firstIndex(of: address) else { return }
        insert(&addresses, addresses.remove(at: index))
    }
}
