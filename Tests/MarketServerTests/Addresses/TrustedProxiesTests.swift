import MarketCore
import Testing

@testable import MarketServer

struct TrustedProxiesTests {
    private func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    private func proxies(_ prefixes: String...) throws -> TrustedProxies {
        TrustedProxies(try prefixes.map { try #require(AddressPrefix($0)) })
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.1.2.3", "10.1.2.3", true),
        ("10.1.2.3", "10.1.2.4", false), ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "2001:db8::1", false),
        ("10.0.0.0/9", "10.128.0.1", false), ("::/0", "2001:db8::1", true), ("2001:db8::/33", "2001:db8:8000::", false),
        ("2001:db8::/64", "2001:db8::ffff:1", true), ("2001:db8::8/125", "2001:db8::f", true),
        ("2001:db8::8/125", "2001:db8::10", false), ("2001:db8::1", "2001:db8::1", true),
        ("10.0.0.5", "::ffff:10.0.0.5", true), ("::ffff:10.0.0.5", "10.0.0.5", true),
    ])
    func aPrefixHoldsWhatBeginsLikeIt(_ prefix: String, _ other: String, _ isHeld: Bool) throws {
        #expect(try proxies(prefix).contains(address(other)) == isHeld)
    }

    @Test(arguments: [
        "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "::/129", "localhost",
        "10.0.0.0/٨", "::ffff:10.0.0.0/8",
    ])
    func whatIsNoPrefixIsNone(_ text: String) {
        #expect(AddressPrefix(text) == nil)
    }

    /// Clients can send any value; only the entries that the proxies have appended are trusted.
    @Test(arguments: [
        (nil, "10.0.0.5"),
        ("", "10.0.0.5"),
        ("203.0.113.9", "203.0.113.9"),
        ("198.51.100.1, 203.0.113.9", "203.0.113.9"),
        ("198.51.100.1,203.0.113.9, 10.0.0.7 ,\t10.0.0.6", "203.0.113.9"),
        ("198.51.100.1, 10.0.0.7", "198.51.100.1"),
        // A client in the proxies' own network.
        ("10.0.0.9, 10.0.0.7", "10.0.0.9"),
        ("nonsense, 203.0.113.9, 10.0.0.7", "203.0.113.9"),
        ("203.0.113.9:4711", "203.0.113.9"),
        ("[2001:db8:1:2::9]:4711", "2001:db8:1:2::9"),
        ("2001:db8:1:2::9", "2001:db8:1:2::9"),
        ("203.0.113.9, , ", "203.0.113.9"),
        // A neighbor's address says on which of the proxy's networks it is.
        ("203.0.113.9, fe80::9%eth0", "fe80::9"),
        ("[fe80::9%eth0]:4711", "fe80::9"),
        ("[fe80::9%25eth0]", "fe80::9"),
    ])
    func theLastAddressThatIsNoProxysCounts(_ header: String?, _ expected: String) throws {
        let proxies = try proxies("10.0.0.0/24")
        let client = proxies.clientAddress(peer: try address("10.0.0.5"), forwardedFor: header)
        #expect(try client == ClientAddress(address(expected)))
    }

    /// A proxy that hides whose request it forwards hasn't made it.
    @Test(arguments: [
        "unknown", "_hidden", "\"203.0.113.9\"", "\"[2001:db8::9]:4711\"", "203.0.113.9, unknown",
        "203.0.113.9, nonsense, 10.0.0.7", "203.0.113.9, %eth0", "10.0.0.6, \"127.0.0.1\", 10.0.0.7", "[", ":",
    ])
    func anAddressThatCannotBeReadIsAStrangers(_ header: String) throws {
        let client = try proxies("10.0.0.0/24").clientAddress(peer: try address("10.0.0.5"), forwardedFor: header)
        #expect(client == .unknown)
    }

    @Test func anUntrustedPeerIsNotAsked() throws {
        let peer = try address("203.0.113.9")
        #expect(try proxies("10.0.0.5").clientAddress(peer: peer, forwardedFor: "10.0.0.1") == ClientAddress(peer))
        #expect(TrustedProxies.none.clientAddress(peer: peer, forwardedFor: "10.0.0.1") == ClientAddress(peer))
    }

    @Test func whoHasGoneAlreadyCountsAsUnknownWhateverItSaid() throws {
        #expect(TrustedProxies.loopback.clientAddress(peer: nil, forwardedFor: "10.0.0.1") == .unknown)
    }
}
