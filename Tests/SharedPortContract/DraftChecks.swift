import ContractFrame
import MarketCore
import MarketModels

extension SharedPortCheck {
    static var drafts: [SharedPortCheck] {
        [
            SharedPortCheck("draftIsThereForAnHour", draftIsThereForAnHour),
            SharedPortCheck("draftThatIsHeldStays", draftThatIsHeldStays),
            SharedPortCheck("draftsThatKeepAnImageAreRemoved", draftsThatKeepAnImageAreRemoved),
            SharedPortCheck("draftIsHeldByEachHolder", draftIsHeldByEachHolder),
            SharedPortCheck("addressWithTooManyDraftsLosesItsOldest", addressWithTooManyDraftsLosesItsOldest),
            SharedPortCheck("whoHasMostDraftsLosesOneOfTooMany", whoHasMostDraftsLosesOneOfTooMany),
            SharedPortCheck("draftsAtOnceKeepTheLimit", draftsAtOnceKeepTheLimit),
        ]
    }

    private static func draft(_ number: Int, from client: UInt32 = 1) throws -> Draft {
        let digits = String(number, radix: 16)
        guard let name = ImageName(String(repeating: "0", count: ImageName.digitCount - digits.count) + digits) else {
            throw UnmetRequirement(description: "\(number) makes a name")
        }
        let image = NewImage(name: name, width: 10 + number, height: 20 + number)
        return Draft(token: "d\(number)", lease: "lease \(number)", image: image, client: .ipv4(client))
    }

    private static func limits(perAddress: Int = 100, total: Int = 1000) -> SharedLimit {
        SharedLimit(total: total, perAddress: perAddress)
    }

    private static func draftIsThereForAnHour(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let (drafts, one) = (ports.drafts, try draft(1))
        try expect(try await drafts.add(one, limits: limits()), is: [], "what is dropped")
        try expect(try await drafts.image("d1"), is: one.image, "its image")
        try expect(try await drafts.image("d2"), is: nil, "the image of another token")
        clock.advance(seconds: 3599)
        try expect(try await drafts.removeOld().map(\.lease), is: [], "what is over")
        try expect(try await drafts.hold(["d1", "12", "d2"], for: "form"), is: ["d1"], "what can be held")
        try expect(try await drafts.release(["d1"], of: "form").map(\.lease), is: [], "what is to be discarded")
        clock.advance(seconds: 1)
        try expect(try await drafts.image("d1"), is: nil, "the image of a draft that is over")
        try expect(try await drafts.hold(["d1"], for: "form"), is: [], "what can be held")
        try expect(try await drafts.removeOld().map(\.lease), is: ["lease 1"], "what is over")
        try expect(try await drafts.removeOld().map(\.lease), is: [], "what is over the second time")
    }

    /// Saving a form may take long, and another copy of the form may have removed its images meanwhile.
    private static func draftThatIsHeldStays(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let drafts = ports.drafts
        for number in 1...2 { _ = try await drafts.add(try draft(number), limits: limits()) }
        clock.advance(seconds: 3500)
        try expect(try await drafts.hold(["d1"], for: "form"), is: ["d1"], "what can be held")
        clock.advance(seconds: 200)
        try expect(try await drafts.removeOld().map(\.lease), is: ["lease 2"], "what is over")
        try expect(try await drafts.remove(["d1"]), is: [], "what is to be discarded while it is held")
        try expect(try await drafts.image("d1") == nil, is: false, "that its image is gone")
        let dropped = try await drafts.add(try draft(3), limits: limits(perAddress: 1, total: 1))
        try expect(dropped, is: [], "what is dropped for another one")
        let released = try await drafts.release(["d1"], of: "form")
        try expect(released.map(\.image), is: [try draft(1).image], "what is to be discarded")
        try expect(try await drafts.image("d1"), is: nil, "its image then")
    }

    /// Whoever erases a product doesn't know in which forms its images are.
    private static func draftsThatKeepAnImageAreRemoved(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let drafts = ports.drafts
        let image = try draft(1).image
        for (token, client) in [("one", 1), ("held", 1), ("another’s", 2)] {
            let draft = Draft(token: token, lease: "lease of \(token)", image: image, client: .ipv4(UInt32(client)))
            _ = try await drafts.add(draft, limits: limits())
        }
        _ = try await drafts.add(try draft(2), limits: limits())
        _ = try await drafts.hold(["held"], for: "form")
        try expect(try await drafts.remove(keeping: [try draft(3).image.name]), is: [], "what keeps another image")
        let removed = try await drafts.remove(keeping: [image.name, try draft(3).image.name])
        try expect(Set(removed.map(\.token)), is: ["one", "another’s"], "what is to be discarded")
        for token in ["one", "another’s"] {
            try expect(try await drafts.image(token), is: nil, "the image of \(token)")
        }
        try expect(try await drafts.image("d2"), is: try draft(2).image, "the image of another draft")
        let released = try await drafts.release(["held"], of: "form")
        try expect(released.map(\.token), is: ["held"], "what is to be discarded when it is released")
        try expect(try await drafts.image("held"), is: nil, "its image then")
    }

    private static func draftIsHeldByEachHolder(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let drafts = ports.drafts
        _ = try await drafts.add(try draft(1), limits: limits())
        for holder in ["one", "two"] { _ = try await drafts.hold(["d1"], for: holder) }
        _ = try await drafts.remove(["d1"])
        try expect(try await drafts.release(["d1"], of: "one"), is: [], "what is to be discarded first")
        try expect(try await drafts.release(["d1"], of: "two").count, is: 1, "what is to be discarded then")
        try expect(try await drafts.release(["d1"], of: "two"), is: [], "what is to be discarded again")
    }

    private static func addressWithTooManyDraftsLosesItsOldest(
        _ ports: any SharedPorts,
        _ clock: PortClock
    ) async throws {
        let (drafts, limits) = (ports.drafts, limits(perAddress: 2))
        _ = try await drafts.add(try draft(9, from: 2), limits: limits)
        for number in 1...3 { _ = try await drafts.add(try draft(number), limits: limits) }
        _ = try await drafts.hold(["d2"], for: "form")
        // The oldest one that nobody holds.
        let dropped = try await drafts.add(try draft(4), limits: limits)
        try expect(dropped.map(\.lease), is: ["lease 3"], "what is dropped")
        for number in [1, 3] { try expect(try await drafts.image("d\(number)"), is: nil, "the image of \(number)") }
        for number in [2, 4, 9] {
            try expect(try await drafts.image("d\(number)"), is: try draft(number).image, "the image of \(number)")
        }
    }

    private static func whoHasMostDraftsLosesOneOfTooMany(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let (drafts, limits) = (ports.drafts, limits(total: 4))
        _ = try await drafts.add(try draft(1, from: 1), limits: limits)
        for number in 2...4 { _ = try await drafts.add(try draft(number, from: 2), limits: limits) }
        let dropped = try await drafts.add(try draft(5, from: 3), limits: limits)
        try expect(dropped.map(\.lease), is: ["lease 2"], "what is dropped")
        for number in [1, 3, 4, 5] {
            try expect(try await drafts.image("d\(number)") == nil, is: false, "that \(number) is gone")
        }
    }

    private static func draftsAtOnceKeepTheLimit(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let (drafts, limits) = (ports.drafts, limits(perAddress: 5))
        let dropped = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...30 {
                group.addTask { try await drafts.add(try draft(number), limits: limits).count }
            }
            return try await group.reduce(0, +)
        }
        try expect(dropped, is: 25, "the number of dropped drafts")
    }
}
