import Foundation

/// The client that a request, a connection or an attempt is attributed to wherever a limit applies per client.
///
/// It is an IPv4 address, or the /64 network of an IPv6 address, because a host with one address of a /64 can use all
/// of them.
public enum ClientAddress: Hashable, Sendable {
    case ipv4(UInt32)
    /// The first 64 bits of the address.
    case ipv6(network: UInt64)
    /// The client of a connection that is closed already or has no address. All such connections count as one client.
    case unknown

    public init(_ address: IPAddress) {
        switch address {
        case .v4(let bits): self = .ipv4(bits)
        case .v6(let high, _): self = .ipv6(network: high)
        }
    }
}

extension ClientAddress: CustomStringConvertible {
    public var description: String {
        switch self {
        case .ipv4(let bits):
            return stride(from: 24, through: 0, by: -8).map { String(bits >> UInt32($0) & 0xFF) }
                .joined(separator: ".")
        case .ipv6(let network):
            let groups = stride(from: 48, through: 0, by: -16).map { String(network >> UInt64($0) & 0xFFFF, radix: 16) }
            return groups.joined(separator: ":") + "::/64"
        case .unknown: return "unknown"
        }
    }
}

/// A network that a client belongs to.
///
/// What is short is shared among networks, because whoever has one address of a network may have all of them: an IPv4
/// network of 24 bits, and IPv6 networks of 48, 56 and 64 bits, which providers give to a site or a household.
public struct ClientNetwork: Hashable, Sendable {
    /// The leading bits of the address. The others are zero.
    private let first: ClientAddress
    public let length: Int

    fileprivate init(_ first: ClientAddress, length: Int) {
        self.first = first
        self.length = length
    }
}

extension ClientNetwork: CustomStringConvertible {
    /// The network in the notation of RFC 4632 and RFC 4291: `192.0.2.0/24`, `2001:db8:0:0::/48`.
    public var description: String {
        switch first {
        case .ipv4: "\(first)/\(length)"
        case .ipv6: first.description.replacing("/64", with: "/\(length)")
        case .unknown: first.description
        }
    }
}

extension ClientAddress {
    /// The networks that the client belongs to, the widest first. The last one is the client alone.
    public var networks: [ClientNetwork] {
        switch self {
        case .ipv4(let bits):
            [ClientNetwork(.ipv4(bits & 0xFFFF_FF00), length: 24), ClientNetwork(self, length: 32)]
        case .ipv6(let network):
            [48, 56].map { length in
                ClientNetwork(.ipv6(network: network & ~0 << UInt64(64 - length)), length: length)
            } + [ClientNetwork(self, length: 64)]
        case .unknown: [ClientNetwork(self, length: 0)]
        }
    }

    /// The network that a single customer of a provider usually has: an IPv4 address, or an IPv6 network of 48 bits. What
    /// is bounded hard is bounded for it, so that nobody is shut out because of a neighbor.
    public var site: ClientNetwork {
        switch self {
        case .ipv4, .unknown: networks[networks.count - 1]
        case .ipv6: networks[0]
        }
    }

    package var isIPv6: Bool { if case .ipv6 = self { true } else { false } }

    package var isLoopback: Bool {
        switch self {
        case .ipv4(let bits): bits >> 24 == 127
        // `::1` is the only address of its network that a peer can have.
        case .ipv6(let network): network == 0
        case .unknown: false
        }
    }
}

/// An IPv4 or IPv6 address. An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`, as dual-stack sockets report it) is
/// converted to the IPv4 address.
public enum IPAddress: Hashable, Sendable {
    case v4(UInt32)
    case v6(high: UInt64, low: UInt64)

    /// Creates an address from its bytes, or returns nil when there are neither 4 nor 16 of them.
    ///
    /// - Parameter bytes: 4 or 16 bytes in network order.
    public init?(bytes: some Collection<UInt8>) {
        switch bytes.count {
        case 4: self = .v4(bytes.reduce(0) { $0 << 8 | UInt32($1) })
        case 16:
            let high = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let low = bytes.dropFirst(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            self = high == 0 && low >> 32 == 0xFFFF ? .v4(UInt32(truncatingIfNeeded: low)) : .v6(high: high, low: low)
        default: return nil
        }
    }

    /// Parses the textual form of an address, such as `192.0.2.1` or `2001:db8::1`, without a port, brackets or a zone.
    public init?(_ text: some StringProtocol) {
        var bytes = [UInt8](repeating: 0, count: 16)
        let text = String(text)
        // C strings end at a NUL byte, so `inet_pton` would ignore everything after it.
        guard !text.utf8.contains(0) else { return nil }
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.init(bytes: bytes.prefix(4))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.init(bytes: bytes)
        } else {
            return nil
        }
    }
}
