public import MarketCore

/// The addresses from which `X-Forwarded-Proto`, `-Host` and `-For` are believed: those of the proxies in front.
public struct TrustedProxies: Hashable, Sendable {
    public static let none = TrustedProxies([])
    /// What `--trust-forwarded` says: a proxy on this machine.
    public static let loopback = TrustedProxies(["127.0.0.0/8", "::1"].compactMap { AddressPrefix($0) })

    private let prefixes: [AddressPrefix]

    public init(_ prefixes: [AddressPrefix]) {
        self.prefixes = prefixes
    }

    public static func + (one: TrustedProxies, other: TrustedProxies) -> TrustedProxies {
        TrustedProxies(one.prefixes + other.prefixes)
    }

    public var isEmpty: Bool { prefixes.isEmpty }

    public func contains(_ address: IPAddress) -> Bool {
        prefixes.contains { $0.contains(address) }
    }

    /// Whom a request counts for: the last address on its way that is no trusted proxy's.
    ///
    /// - Parameters:
    ///   - peer: the other end of the connection; nil if it is not known any more.
    ///   - forwardedFor: `X-Forwarded-For`, all lines of it as one list, to which each proxy has added at the end whom it
    ///     had the request from. What stands further left was written by whoever is not trusted.
    func clientAddress(peer: IPAddress?, forwardedFor: String?) -> ClientAddress {
        guard let peer else { return .unknown }
        guard let forwardedFor, contains(peer) else { return ClientAddress(peer) }
        var nearest = peer
        for entry in forwardedFor.split(separator: ",").reversed() {
            let text = entry.trimmingSpaces
            if text.isEmpty { continue }
            // What is no address can't have come from a proxy: it counts for whoever has handed it on.
            guard let address = Self.address(text) else { break }
            nearest = address
            if !contains(address) { break }
        }
        return ClientAddress(nearest)
    }

    /// An entry without what some proxies write around the address: a port, and brackets.
    private static func address(_ entry: String) -> IPAddress? {
        if let address = IPAddress(entry) { return address }
        if entry.hasPrefix("["), let end = entry.firstIndex(of: "]") {
            return IPAddress(entry[..<end].dropFirst())
        }
        let sides = entry.split(separator: ":")
        return sides.count == 2 ? IPAddress(sides[0]) : nil
    }
}
