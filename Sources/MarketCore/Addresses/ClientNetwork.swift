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
    /// is bounded hard is bounded for it, so that nobody is shut out because of a neighbour.
    public var site: ClientNetwork {
        switch self {
        case .ipv4, .unknown: networks[networks.count - 1]
        case .ipv6: networks[0]
        }
    }
}
