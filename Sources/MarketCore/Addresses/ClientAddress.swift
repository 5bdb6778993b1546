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
