import MarketCore
import Testing

/// The client that limits per client are applied to.
struct ClientAddressTests {
    private func client(_ text: String) throws -> ClientAddress {
        ClientAddress(try #require(IPAddress(text)))
    }

    @Test func anAddressOfIPv4CountsByItself() throws {
        #expect(try client("192.0.2.1") == client("192.0.2.1"))
        #expect(try client("192.0.2.1") != client("192.0.2.2"))
        #expect(try client("192.0.2.1").description == "192.0.2.1")
    }

    @Test func aNetworkOf64BitsOfIPv6CountsAsOne() throws {
        #expect(try client("2001:db8:1:2::1") == client("2001:db8:1:2:ffff:ffff:ffff:ffff"))
        #expect(try client("2001:db8:1:2::1") != client("2001:db8:1:3::1"))
        #expect(try client("2001:db8:1:2::1").description == "2001:db8:1:2::/64")
    }

    /// As reported by a dual-stack socket.
    @Test func anAddressOfIPv4WrittenAsIPv6IsTheSame() throws {
        #expect(try client("::ffff:192.0.2.1") == client("192.0.2.1"))
        #expect(try client("::ffff:192.0.2.1") != client("::ffff:192.0.2.2"))
    }

    @Test(arguments: ["", "192.0.2", "192.0.2.256", "192.0.2.1 ", "192.0.2.1:80", "[::1]", "::1%eth0", "a", "1\u{0}"])
    func whatIsNoAddressIsNone(_ text: String) {
        #expect(IPAddress(text) == nil)
    }
}
