public import MarketCore

/// The addresses of the proxies whose `X-Forwarded-Proto`, `-Host` and `-For` headers are trusted.
public struct TrustedProxies: Hashable, Sendable {
    public static let none = TrustedProxies([])
    /// The proxies of `--trust-forwarded`: those on this machine.
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

    /// Returns the client that a request is attributed to: the last address on its way that isn't a trusted proxy.
    ///
    /// - Parameters:
    ///   - peer: the address of the connection's peer; nil if it is no longer known.
    ///   - forwardedFor: `X-Forwarded-For`, with all its lines joined into one list. Each proxy appends the address
    ///     that it received the request from. Entries left of an untrusted address can be forged and are ignored.
    /// - Returns: `unknown` if the peer is, or an entry on the way isn't an address.
    func clientAddress(peer: IPAddress?, forwardedFor: String?) -> ClientAddress {
        guard let peer else { return .unknown }
        guard let forwardedFor, contains(peer) else { return ClientAddress(peer) }
        var nearest = peer
        for entry in forwardedFor.split(separator: ",").reversed() {
            let text = entry.trimmingSpaces
            if text.isEmpty { continue }
            // A proxy that hides the address ("unknown", a quoted one) forwards somebody else's request: it isn't its own, with
            // which /metrics would be open on this machine.
            guard let address = Self.address(text) else { return .unknown }
            nearest = address
            if !contains(address) { break }
        }
        return ClientAddress(nearest)
    }

    /// Parses an entry, ignoring the port and the brackets that some proxies add, and the zone of a neighbor (`fe80::1%eth0`).
    private static func address(_ entry: String) -> IPAddress? {
        if let address = IPAddress(entry) ?? IPAddress(entry.prefix { $0 != "%" }) { return address }
        if entry.hasPrefix("["), let end = entry.firstIndex(where: { $0 == "]" || $0 == "%" }) {
            return IPAddress(entry[..<end].dropFirst())
        }
        let sides = entry.split(separator: ":")
        return sides.count == 2 ? IPAddress(sides[0]) : nil
    }
}

/// A range of IP addresses in CIDR notation, such as `10.0.0.0/8` or `2001:db8::/32`, or a single address.
public struct AddressPrefix: Hashable, Sendable {
    private let address: IPAddress
    private let length: Int

    /// Parses an address with an optional prefix length in bits; nil if the text is invalid.
    public init?(_ text: String) {
        let sides = text.split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count <= 2, let address = IPAddress(sides[0]) else { return nil }
        let isMapped: Bool
        let bitCount: Int
        switch address {
        case .v4:
            isMapped = sides[0].contains(":")
            bitCount = 32
        case .v6:
            isMapped = false
            bitCount = 128
        }
        self.address = address
        guard sides.count == 2 else {
            length = bitCount
            return
        }
        // Digits only: `Int` would also accept a sign.
        guard !isMapped, !sides[1].isEmpty, sides[1].allSatisfy({ "0"..."9" ~= $0 }), let length = Int(sides[1]),
            0...bitCount ~= length
        else { return nil }
        self.length = length
    }

    public func contains(_ other: IPAddress) -> Bool {
        switch (address, other) {
        case (.v4(let mine), .v4(let other)):
            return length == 0 || (mine ^ other) >> UInt32(32 - length) == 0
        case (.v6(let high, let low), .v6(let otherHigh, let otherLow)):
            if length <= 64 { return length == 0 || (high ^ otherHigh) >> UInt64(64 - length) == 0 }
            return high == otherHigh && (low ^ otherLow) >> UInt64(128 - length) == 0
        default: return false
        }
    }
}
