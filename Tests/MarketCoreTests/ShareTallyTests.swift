import MarketCore
import Testing

@Suite struct ShareTallyTests {
    private static func address(_ text: String) throws -> ClientAddress {
        ClientAddress(try #require(IPAddress(text)))
    }

    @Test func networksOfAClientBeginWithTheWidest() throws {
        #expect(try Self.address("192.0.2.7").networks.map(\.description) == ["192.0.2.0/24", "192.0.2.7/32"])
        #expect(
            try Self.address("2001:db8:1:2345::6").networks.map(\.description)
                == ["2001:db8:1:0::/48", "2001:db8:1:2300::/56", "2001:db8:1:2345::/64"]
        )
        #expect(ClientAddress.unknown.networks.map(\.description) == ["unknown"])
    }

    @Test func whoHoldsMoreGivesWay() throws {
        let (one, other) = (try Self.address("192.0.2.7"), try Self.address("198.51.100.1"))
        var tally = ShareTally()
        tally.add(3, for: one)
        tally.add(1, for: other)
        #expect(tally.holdsLess(other, than: one))
        #expect(!tally.holdsLess(one, than: other))
        #expect(tally.holdsLess(other, wanting: 1, than: one))
        #expect(!tally.holdsLess(other, wanting: 2, than: one), "Then both hold the same.")
        tally.add(-3, for: one)
        #expect(tally.amount(of: one) == 0)
        #expect(tally.holdsLess(one, than: other))
    }

    @Test func aNewClientOfAGreedyNetworkIsNotNew() throws {
        var tally = ShareTally()
        for site in 0..<100 { tally.add(1, for: try Self.address("2001:db8:1:\(String(site, radix: 16))00::1")) }
        let neighbour = try Self.address("2001:db8:1:ff00::1")
        let stranger = try Self.address("2001:db8:2::1")
        let honest = try Self.address("192.0.2.7")
        tally.add(5, for: honest)
        #expect(tally.holdsLess(honest, wanting: 1, than: neighbour))
        #expect(!tally.holdsLess(neighbour, wanting: 1, than: honest))
        #expect(tally.holdsLess(stranger, wanting: 1, than: honest))
        // Among those of the network, the one that has nothing is the new one.
        #expect(tally.holdsLess(neighbour, than: try Self.address("2001:db8:1:6300::1")))
    }
}
