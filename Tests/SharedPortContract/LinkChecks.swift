import ContractFrame
import MarketCore

extension SharedPortCheck {
    static var links: [SharedPortCheck] {
        [
            SharedPortCheck("linkWorksInOneBrowser", linkWorksInOneBrowser),
            SharedPortCheck("linkIsTakenByOneOfManyBrowsers", linkIsTakenByOneOfManyBrowsers),
            SharedPortCheck("browserWhoseResponseGotLostRepeatsItsUse", browserWhoseResponseGotLostRepeatsItsUse),
            SharedPortCheck("linkEndsAfterTenMinutes", linkEndsAfterTenMinutes),
            SharedPortCheck("newLinkEndsTheEarlierOneOfTheSameOwner", newLinkEndsTheEarlierOneOfTheSameOwner),
            SharedPortCheck("addressWithTooManyLinksLosesItsOldest", addressWithTooManyLinksLosesItsOldest),
            SharedPortCheck("whoHasMostLinksLosesOneOfTooMany", whoHasMostLinksLosesOneOfTooMany),
            SharedPortCheck("linksThatHaveEndedTakeNoRoom", linksThatHaveEndedTakeNoRoom),
        ]
    }

    private static func links(
        _ ports: any SharedPorts,
        perAddress: Int = 20,
        total: Int = 1000
    ) -> any IdentityLinkStore {
        ports.identityLinks(SharedLimit(total: total, perAddress: perAddress))
    }

    private static func contents(_ number: UInt8) -> [UInt8] { [0, number, 255, 16] }

    private static func add(_ number: UInt8, to links: any IdentityLinkStore, from address: UInt32 = 1) async throws {
        try await links.add([number], contents: contents(number), owner: [100, number], from: .ipv4(address))
    }

    private static func expectLinks(
        _ links: any IdentityLinkStore,
        _ numbers: [UInt8],
        areThere: Bool = true
    ) async throws {
        for number in numbers {
            let found = try await links.contents(of: [number], for: nil)
            try expect(found, is: areThere ? contents(number) : nil, "the contents of link \(number)")
        }
    }

    private static func linkWorksInOneBrowser(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let links = links(ports)
        try await add(1, to: links)
        // Looking at it, as previews of links do, doesn't use it.
        for browser in [nil, [7], [8]] as [[UInt8]?] {
            try expect(try await links.contents(of: [1], for: browser), is: contents(1), "the contents")
        }
        try expect(try await links.take([1], for: [7]), is: contents(1), "what the first browser takes")
        try expect(try await links.take([1], for: [8]), is: nil, "what another one takes")
        for browser in [nil, [8]] as [[UInt8]?] {
            try expect(try await links.contents(of: [1], for: browser), is: nil, "the contents for others")
        }
        try expect(try await links.take([2], for: [7]), is: nil, "what an unknown link gives")
    }

    private static func linkIsTakenByOneOfManyBrowsers(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let links = links(ports)
        try await add(1, to: links)
        let count = try await withThrowingTaskGroup(of: Bool.self) { group in
            for browser: UInt8 in 1...20 { group.addTask { try await links.take([1], for: [browser]) != nil } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        try expect(count, is: 1, "the number of browsers that get it")
    }

    private static func browserWhoseResponseGotLostRepeatsItsUse(
        _ ports: any SharedPorts,
        _ clock: PortClock
    ) async throws {
        let links = links(ports)
        try await add(1, to: links)
        for _ in 1...2 { try expect(try await links.take([1], for: [7]), is: contents(1), "what the browser takes") }
        try expect(try await links.contents(of: [1], for: [7]), is: contents(1), "what it sees")
        clock.advance(seconds: 600)
        try expect(try await links.take([1], for: [7]), is: nil, "what it takes when the link is over")
    }

    private static func linkEndsAfterTenMinutes(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let links = links(ports)
        try await add(1, to: links)
        clock.advance(seconds: 599)
        try await expectLinks(links, [1])
        clock.advance(seconds: 1)
        try await expectLinks(links, [1], areThere: false)
        try expect(try await links.take([1], for: [7]), is: nil, "what a browser takes")
    }

    private static func newLinkEndsTheEarlierOneOfTheSameOwner(
        _ ports: any SharedPorts,
        _ clock: PortClock
    ) async throws {
        let links = links(ports)
        for number: UInt8 in 1...2 {
            try await links.add([number], contents: contents(number), owner: [1], from: .ipv4(UInt32(number)))
        }
        try await expectLinks(links, [1], areThere: false)
        try await expectLinks(links, [2])
    }

    private static func addressWithTooManyLinksLosesItsOldest(
        _ ports: any SharedPorts,
        _ clock: PortClock
    ) async throws {
        let links = links(ports, perAddress: 2)
        try await add(9, to: links, from: 2)
        for number: UInt8 in 1...3 { try await add(number, to: links) }
        try await expectLinks(links, [1], areThere: false)
        try await expectLinks(links, [2, 3, 9])
    }

    private static func whoHasMostLinksLosesOneOfTooMany(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let links = links(ports, total: 4)
        try await add(1, to: links, from: 1)
        for number: UInt8 in 2...4 { try await add(number, to: links, from: 2) }
        try await add(5, to: links, from: 3)
        try await expectLinks(links, [2], areThere: false)
        try await expectLinks(links, [1, 3, 4, 5])
    }

    private static func linksThatHaveEndedTakeNoRoom(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let links = links(ports, perAddress: 2, total: 2)
        for number: UInt8 in 1...2 { try await add(number, to: links) }
        clock.advance(seconds: 600)
        for number: UInt8 in 3...4 { try await add(number, to: links, from: UInt32(number)) }
        try await expectLinks(links, [3, 4])
    }
}
