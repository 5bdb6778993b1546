import HTTPTypes
import Hummingbird
import MarketCore
import MarketModels
import TestMarkets
import Testing

@testable import MarketServer

/// Walks through all routes, methods, callers and states of products over real connections, and finds no text that a
/// caller may not see and no change that they may not make (SECURITY.md, “Who sees and changes what”).
///
/// The changes are those of the tables of a data folder.
@Suite(.enabled(if: TestStoreKind.chosen == .folder))
struct AccessWalkTests {
    private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    /// No route has these, or they do the same as `GET`: one caller in ten tries them.
    private static let otherMethods = ["HEAD", "OPTIONS", "TRACE", "UNKNOWN"]
    private static let connectionCount = 3

    /// Runs a test against a market whose limits hide nothing.
    private func withRoomyMarket(_ test: @escaping @Sendable (TestMarket) async throws -> Void) async throws {
        var limits = ServerLimits()
        let budget = ClientBudgetLimits(
            perAddress: Budget(perMinute: 1_000_000, burst: 1_000_000),
            total: Budget(perMinute: 1_000_000, burst: 1_000_000)
        )
        (limits.listings, limits.contacts, limits.printing) = (budget, budget, budget)
        limits.reports = budget
        limits.operatorGuesses = budget
        (limits.guesses.perSource, limits.guesses.perProduct) = (1_000_000, 1_000_000)
        (limits.guesses.perAddress, limits.guesses.total) = (budget.perAddress, budget.perAddress)
        try await withMarket(limits: limits, lifecycles: LifecycleRules(lifetimeDays: 30), test)
    }

    private func withWalk(_ test: @escaping @Sendable (WalkMarket, Walk) async throws -> Void) async throws {
        try await withRoomyMarket { market in
            let made = try await WalkMarketMaker(market: market).make()
            try await test(made, Walk(made, connectionCount: Self.connectionCount))
        }
    }

    @Test func nobodySeesOrChangesWhatIsNotTheirs() async throws {
        try await withWalk { made, walk in
            for (number, caller) in made.strangersToAll.enumerated() {
                let methods = Self.methods + (number % 10 == 0 ? Self.otherMethods : [])
                for route in DeclaredRoute.all {
                    let steps = made.steps(route, caller, methods: methods)
                    let answers = await walk.send(steps.map(\.call))
                    for (step, answer) in zip(steps, answers) {
                        guard let answer else {
                            Issue.record("\(caller.name): no answer to \(step.call.method) \(step.call.target)")
                            continue
                        }
                        try await walk.check(step, answer, caller)
                    }
                    try await walk.checkChanges(route, caller)
                }
            }
            #expect(walk.callCount > 20_000)
        }
    }

    /// Whoever holds a key sees what the table says, all of it, and nothing else.
    @Test func eachKeyShowsWhatTheTableSays() async throws {
        try await withWalk { made, walk in
            for caller in made.holders + [WalkCaller(name: "everybody")] {
                for route in DeclaredRoute.all {
                    let steps = made.steps(route, caller, methods: ["GET"])
                    for (step, answer) in zip(steps, await walk.send(steps.map(\.call))) {
                        guard var answer else { continue }
                        if answer.status == 303, let cookies = answer.cookies, let location = answer.header("location")
                        {
                            // A link whose token becomes a cookie leads to the page without it.
                            var call = WalkCall(method: "GET", target: location, headers: step.call.headers)
                            call.headers = call.headers.map {
                                $0.name == "Cookie" ? ($0.name, "\($0.value); \(cookies)") : $0
                            }
                            answer = try #require(await walk.send([call])[0])
                        }
                        try await walk.check(step, answer, caller)
                    }
                }
            }
            for route in DeclaredRoute.all {
                for access in route.access where access.method == .get {
                    for grant in access.grants where grant.key != .machine {
                        for data in grant.shows {
                            let isSeen = walk.seen.contains(.init(path: route.path.description, grant.key, data))
                            #expect(isSeen, "\(route.path) doesn't show \(data) for \(grant.key)")
                        }
                    }
                }
            }
            try await walk.checkChanges(nil, WalkCaller(name: "somebody who only looks"))
        }
    }

    /// Whoever holds a key can make each change that the table names.
    @Test func eachKeyChangesWhatTheTableSays() async throws {
        try await withRoomyMarket { market in
            let controls = KeyControls(market)
            let watch = try StoreWatch(folder: market.folder)
            var number = 30
            for route in DeclaredRoute.all {
                for access in route.access where access.method != .get {
                    let request = "\(access.method.rawValue) \(route.path)"
                    for grant in access.grants {
                        for change in RouteAccess.Change.allCases where grant.changes.contains(change) {
                            number += 1
                            let isSold = change == .state && access.method == .patch
                            let subject = try await controls.subject(number, isSold: isSold)
                            // What can be moved to the top again, and renewed.
                            if request.hasSuffix("/bump") || request.hasSuffix("/renewal") {
                                market.clock.advance(seconds: 8 * 86_400)
                            }
                            try await controls.prepare(request, subject)
                            _ = try watch.changes()
                            let status = try await controls.use(grant.key, request, for: change, subject)
                            let isMade = try await controls.isMade(change, subject, try watch.changes())
                            #expect(isMade, "\(request) with \(grant.key): \(change), \(status ?? 0)")
                        }
                    }
                }
            }
        }
    }
}
