public import MarketCore

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
