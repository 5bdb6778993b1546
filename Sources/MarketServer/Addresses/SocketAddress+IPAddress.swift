import MarketCore
import NIOCore

extension IPAddress {
    /// Nil for a socket of the machine's own.
    init?(_ address: SocketAddress?) {
        // Where a `sockaddr_in` and a `sockaddr_in6` have the address, on Linux and Darwin alike. Written out and read
        // again, it would cost each request a microsecond.
        let place: Range<Int>
        switch address {
        case .v4: place = 4..<8
        case .v6: place = 8..<24
        case .unixDomainSocket, nil: return nil
        }
        let found: IPAddress? = address?.withSockAddr { start, size in
            let bytes = UnsafeRawBufferPointer(start: start, count: size)
            return place.upperBound <= size ? IPAddress(bytes: bytes[place]) : nil
        }
        guard let found else { return nil }
        self = found
    }
}
