import ContractFrame
import MarketCore
import MarketModels

extension SharedPortCheck {
    static var requests: [SharedPortCheck] {
        [
            SharedPortCheck("keyIsHeldOnceUntilItsEnd", keyIsHeldOnceUntilItsEnd),
            SharedPortCheck("holdOfACancelledRequestEnds", holdOfACancelledRequestEnds),
            SharedPortCheck("keysOfSellersAreApart", keysOfSellersAreApart),
            SharedPortCheck("keyIsHeldOnceOfManyAtOnce", keyIsHeldOnceOfManyAtOnce),
        ]
    }

    static var jobs: [SharedPortCheck] {
        [
            SharedPortCheck("processThatIsAloneDoesItsJobs", processThatIsAloneDoesItsJobs)
        ]
    }

    private static func key(_ text: String, of seller: String? = nil) throws -> IdempotencyKey {
        let identifier = seller.flatMap { VendorIdentifier($0) }
        guard let key = IdempotencyKey(text, of: identifier) else {
            throw UnmetRequirement(description: "\(text) is a key")
        }
        return key
    }

    private static func keyIsHeldOnceUntilItsEnd(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let requests = ports.requestsInFlight
        let key = try key("key")
        guard let hold = try await requests.begin(key) else { throw UnmetRequirement(description: "the key is free") }
        try expect(try await requests.begin(key) == nil, is: true, "that the key is held")
        try await requests.renew(hold)
        try expect(try await requests.begin(key) == nil, is: true, "that it is held on")
        await requests.end(hold)
        try expect(try await requests.begin(key) == nil, is: false, "that it is held after its end")
    }

    /// A client that has left comes back with the same key.
    private static func holdOfACancelledRequestEnds(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let requests = ports.requestsInFlight
        let key = try key("key")
        guard let hold = try await requests.begin(key) else { throw UnmetRequirement(description: "the key is free") }
        let request = Task {
            while !Task.isCancelled { await Task.yield() }
            await requests.end(hold)
        }
        request.cancel()
        await request.value
        try expect(try await requests.begin(key) == nil, is: false, "that the key is held")
    }

    private static func keysOfSellersAreApart(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let requests = ports.requestsInFlight
        for key in [try key("key"), try key("key", of: "one"), try key("key", of: "two"), try key("other")] {
            try expect(try await requests.begin(key) == nil, is: false, "that the key is held")
        }
    }

    private static func keyIsHeldOnceOfManyAtOnce(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        let requests = ports.requestsInFlight
        for round in 1...20 {
            let key = try key("key \(round)")
            let holds = try await withThrowingTaskGroup(of: RequestHold?.self) { group in
                for _ in 1...8 { group.addTask { try await requests.begin(key) } }
                return try await group.reduce(into: []) { if let hold = $1 { $0.append(hold) } }
            }
            try expect(holds.count, is: 1, "the number of holds")
        }
    }

    private static func processThatIsAloneDoesItsJobs(_ ports: any SharedPorts, _ clock: PortClock) async throws {
        for _ in 1...2 {
            for job in MarketJob.allCases {
                let isOurs = try await ports.jobs.begin(job, every: .seconds(60))
                try expect(isOurs, is: true, "that it does \(job)")
            }
            clock.advance(seconds: 30)
        }
    }
}
