import MarketCore
import MarketModels
import Testing

struct IdentityLinksTests {
    private let clock = SteppedClock()

    private func links(perAddress: Int = 20, total: Int = 1000) -> InProcessIdentityLinks {
        var limits = InProcessIdentityLinks.Limits()
        limits.perAddress = perAddress
        limits.total = total
        return InProcessIdentityLinks(limits: limits, clock: clock)
    }

    private func identity(_ number: Int) throws -> BrowserIdentity {
        BrowserIdentity(identifier: try #require(VendorIdentifier("seller \(number)")), key: nil)
    }

    private func add(_ number: Int, to links: InProcessIdentityLinks, from address: UInt32 = 1) throws {
        links.add([UInt8(number)], for: try identity(number), from: .ipv4(address))
    }

    @Test func aLinkWorksInOneBrowser() throws {
        let links = links()
        try add(1, to: links)
        // Looking at it, as previews of links do, doesn't use it.
        for browser in [nil, [7], [8]] as [[UInt8]?] {
            #expect(try links.identity(of: [1], for: browser) == identity(1))
        }
        #expect(try links.take([1], for: [7]) == identity(1))
        #expect(links.take([1], for: [8]) == nil)
        for browser in [nil, [8]] as [[UInt8]?] { #expect(links.identity(of: [1], for: browser) == nil) }
        #expect(links.identity(of: [2], for: nil) == nil && links.take([2], for: [7]) == nil)
    }

    @Test func theBrowserWhoseResponseGotLostRepeatsItsUse() throws {
        let links = links()
        try add(1, to: links)
        for _ in 1...2 { #expect(try links.take([1], for: [7]) == identity(1)) }
        #expect(try links.identity(of: [1], for: [7]) == identity(1))
        clock.advance(seconds: 600)
        #expect(links.take([1], for: [7]) == nil)
    }

    @Test func aLinkEndsAfterTenMinutes() throws {
        let links = links()
        try add(1, to: links)
        try add(2, to: links)
        clock.advance(seconds: 599)
        #expect(try links.take([1], for: [7]) == identity(1))
        clock.advance(seconds: 1)
        #expect(links.identity(of: [2], for: nil) == nil && links.take([2], for: [7]) == nil)
    }

    @Test(arguments: [-86_400_000, 0, 4_102_444_800_000] as [Int64])
    func aClockThatIsSetChangesNothing(_ moment: Int64) throws {
        let links = links()
        try add(1, to: links)
        clock.set(to: Timestamp(millisecondsSinceEpoch: moment))
        #expect(try links.identity(of: [1], for: nil) == identity(1))
        clock.advance(seconds: 600)
        #expect(links.identity(of: [1], for: nil) == nil)
    }

    @Test func aNewLinkEndsTheEarlierOneOfTheSameIdentity() throws {
        let links = links()
        links.add([1], for: try identity(1), from: .ipv4(1))
        links.add([2], for: try identity(1), from: .ipv4(2))
        #expect(links.identity(of: [1], for: nil) == nil)
        #expect(try links.identity(of: [2], for: nil) == identity(1))
    }

    @Test func anAddressWithTooManyLosesItsOldest() throws {
        let links = links(perAddress: 2)
        try add(9, to: links, from: 2)
        for number in 1...3 { try add(number, to: links) }
        #expect(links.identity(of: [1], for: nil) == nil)
        for number in [2, 3, 9] { #expect(try links.identity(of: [UInt8(number)], for: nil) == identity(number)) }
    }

    @Test func whoHasMostLosesOneWhenThereAreTooMany() throws {
        let links = links(total: 4)
        try add(1, to: links, from: 1)
        for number in 2...4 { try add(number, to: links, from: 2) }
        try add(5, to: links, from: 3)
        #expect(links.identity(of: [2], for: nil) == nil)
        for number in [1, 3, 4, 5] { #expect(try links.identity(of: [UInt8(number)], for: nil) == identity(number)) }
    }

    @Test func whatHasEndedTakesNoRoom() throws {
        let links = links(perAddress: 2, total: 2)
        for number in 1...2 { try add(number, to: links) }
        clock.advance(seconds: 600)
        for number in 3...4 { try add(number, to: links, from: UInt32(number)) }
        for number in 3...4 { #expect(try links.identity(of: [UInt8(number)], for: nil) == identity(number)) }
    }
}
