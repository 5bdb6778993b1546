import ContractFrame
import MarketCore
import MarketModels

extension SharedPortCheck {
    static var images: [SharedPortCheck] {
        [
            SharedPortCheck("heldImageIsNotRemoved", heldImageIsNotRemoved),
            SharedPortCheck("imageThatIsRemovedIsHeldAfterwards", imageThatIsRemovedIsHeldAfterwards),
            SharedPortCheck("imageIsRemovedOnceAtATime", imageIsRemovedOnceAtATime),
            SharedPortCheck("imageIsHeldOrRemovedAndNeverBoth", imageIsHeldOrRemovedAndNeverBoth),
            SharedPortCheck("removalThatLostItsClaimIsTold", removalThatLostItsClaimIsTold),
        ]
    }

    private static func name(_ number: Int) throws -> ImageName {
        let digits = String(number, radix: 16)
        guard let name = ImageName(String(repeating: "0", count: ImageName.digitCount - digits.count) + digits) else {
            throw UnmetRequirement(description: "\(number) makes a name")
        }
        return name
    }

    private static func heldImageIsNotRemoved(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let claims = ports.imageClaims
        let (one, other) = (try name(1), try name(2))
        try await claims.hold(one, for: "lease")
        try await claims.hold(one, for: "another lease")
        var removal = try await claims.beginRemoval(of: [one, other])
        try expect(removal.names, is: [other], "what can be removed")
        await claims.endRemoval(removal)
        await claims.release([one, other], of: "lease")
        removal = try await claims.beginRemoval(of: [one])
        try expect(removal.names, is: [], "what can be removed while another lease is on it")
        await claims.release([one], of: "another lease")
        removal = try await claims.beginRemoval(of: [one])
        try expect(removal.names, is: [one], "what can be removed when nobody holds it")
        await claims.endRemoval(removal)
    }

    private static func imageThatIsRemovedIsHeldAfterwards(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let claims = ports.imageClaims
        let image = try name(1)
        let removal = try await claims.beginRemoval(of: [image])
        try expect(removal.names, is: [image], "what can be removed")
        async let hold: Void = claims.hold(image, for: "lease")
        try await claims.hold(try name(2), for: "lease")
        await claims.endRemoval(removal)
        try await hold
        try expect(try await claims.beginRemoval(of: [image]).names, is: [], "what can be removed then")
    }

    private static func imageIsRemovedOnceAtATime(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let claims = ports.imageClaims
        let names = Set(try (1...150).map(name))
        let removals = try await withThrowingTaskGroup(of: ImageRemoval.self) { group in
            for _ in 1...6 { group.addTask { try await claims.beginRemoval(of: names) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try expect(removals.map(\.names.count).reduce(0, +), is: names.count, "the number of removals")
        for removal in removals { await claims.endRemoval(removal) }
        try expect(try await claims.beginRemoval(of: names).names, is: names, "what can be removed afterwards")
    }

    private static func imageIsHeldOrRemovedAndNeverBoth(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let claims = ports.imageClaims
        for round in 1...20 {
            let image = try name(round)
            async let held: Void = claims.hold(image, for: "lease \(round)")
            let removal = try await claims.beginRemoval(of: [image])
            await claims.endRemoval(removal)
            try await held
            try expect(try await claims.beginRemoval(of: [image]).names, is: [], "what can be removed of what is held")
        }
    }

    /// A claim either lasts until its end, or its end says that somebody else may have held the image.
    private static func removalThatLostItsClaimIsTold(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let claims = ports.imageClaims
        let image = try name(1)
        let kept = try await claims.beginRemoval(of: [image])
        clock.advance(seconds: 20)
        try expect(await claims.endRemoval(kept), is: [], "what was lost within 20 seconds")
        let stalled = try await claims.beginRemoval(of: [image])
        clock.advance(seconds: 31)
        let second = try await claims.beginRemoval(of: [image])
        try expect(second.names.isEmpty, is: !stalled.endsByItself, "whether the claim lasts")
        await claims.endRemoval(second)
        try expect(await claims.endRemoval(stalled), is: second.names, "what was lost when it took too long")
    }
}
