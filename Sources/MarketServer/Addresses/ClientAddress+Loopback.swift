import MarketCore

extension ClientAddress {
    /// Whether it is this machine itself.
    var isLoopback: Bool {
        switch self {
        case .ipv4(let bits): bits >> 24 == 127
        // `::1` is the only address of that network that is ever a peer's.
        case .ipv6(let network): network == 0
        case .unknown: false
        }
    }
}
