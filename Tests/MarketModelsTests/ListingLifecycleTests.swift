import MarketModels
import Testing

struct ListingLifecycleTests {
    private static let now = Timestamp(millisecondsSinceEpoch: 1_795_000_000_000)
    private static let lasting = LifecycleRules(lifetimeDays: 30)
    private static let end = now.adding(days: 3)

    private static let states: [ListingState] = [
        .open, .reserved(until: end), .sold(at: now.adding(days: -1)), .hidden, .expired(at: now.adding(days: -1)),
    ]

    private static let requests: [ListingLifecycle.Request] = [.open, .reserved(until: end), .sold, .hidden]

    @Test func everyTransitionIsLegalOrRefused() throws {
        let legal: [ListingState.Kind: Set<ListingState.Kind>] = [
            .open: [.open, .reserved, .sold, .hidden],
            .reserved: [.open, .reserved, .sold, .hidden],
            .sold: [.open, .sold, .hidden],
            .hidden: [.open, .hidden],
            .expired: [.sold],
        ]
        for state in Self.states {
            for request in Self.requests {
                let lifecycle = ListingLifecycle(state: state)
                let isLegal = try #require(legal[state.kind]).contains(request.kind)
                if isLegal {
                    let next = try lifecycle.changed(to: request, at: Self.now, by: LifecycleRules())
                    #expect(next.state.kind == request.kind)
                } else {
                    #expect(throws: LifecycleProblem.cannotFollow(state.kind, request.kind)) {
                        try lifecycle.changed(to: request, at: Self.now, by: LifecycleRules())
                    }
                }
            }
        }
    }

    @Test func repeatedRequestChangesNothing() throws {
        let sold = ListingLifecycle(state: .sold(at: Self.now.adding(days: -20)), isListed: false)
        #expect(try sold.changed(to: .sold, at: Self.now, by: LifecycleRules()) == sold)
        let reserved = ListingLifecycle(state: .reserved(until: Self.end))
        #expect(try reserved.changed(to: .reserved(until: Self.end), at: Self.now, by: LifecycleRules()) == reserved)
    }

    /// Whoever is west of the market may choose a day that is today there.
    @Test(arguments: [("Asia/Seoul", "2026-11-19"), ("America/New_York", "2026-11-18")])
    func dayInThePastNamesTheDayOfTheMarket(zone: String, day: String) throws {
        // 23:00 in London.
        let now = Timestamp(millisecondsSinceEpoch: 1_795_042_800_000)
        let calendar = try #require(MarketCalendar(timeZone: zone))
        let today = try #require(CalendarDay(day))
        #expect(throws: LifecycleProblem.dayInThePast(today: today, timeZone: zone)) {
            try ListingLifecycle.new.changed(to: .reserved(until: now), at: now, by: LifecycleRules(calendar: calendar))
        }
    }

    @Test func reservationEndsInTheFutureAndWithinAYear() throws {
        let rules = LifecycleRules()
        let today = try #require(CalendarDay("2026-11-18"))
        for end in [Self.now.adding(days: -1), Self.now] {
            #expect(throws: LifecycleProblem.dayInThePast(today: today, timeZone: "Asia/Seoul")) {
                try ListingLifecycle.new.changed(to: .reserved(until: end), at: Self.now, by: rules)
            }
        }
        let last = Self.now.adding(days: 366)
        #expect(
            try ListingLifecycle.new.changed(to: .reserved(until: last), at: Self.now, by: rules).state
                == .reserved(until: last)
        )
        #expect(throws: LifecycleProblem.dayTooFarAhead(maximumDays: 365)) {
            try ListingLifecycle.new.changed(to: .reserved(until: last.adding(seconds: 1)), at: Self.now, by: rules)
        }
    }

    @Test func stateDecidesWhatIsShown() {
        #expect(Self.states.map(\.isPublic) == [true, true, true, false, false])
        #expect(Self.states.map(\.isForSale) == [true, true, false, false, false])
        #expect(Self.states.map(\.showsContact) == [true, false, false, false, false])
        #expect(Self.states.map { $0.shownStock(3) } == [3, 3, 0, 3, 3])
        #expect(Self.states.map { ListingLifecycle(state: $0).isListed } == [true, true, true, false, false])
        #expect(
            Self.states.map { ListingLifecycle(state: $0, isListed: false).isListed } == [
                true, true, false, false, false,
            ]
        )
    }

    @Test func statesAreMadeOfTheirParts() {
        for state in Self.states { #expect(ListingState(state.kind, time: state.time) == state) }
        #expect(ListingState(.open, time: Self.now) == nil)
        #expect(ListingState(.sold, time: nil) == nil)
    }

    // MARK: Time

    @Test func nothingIsDueBeforeItsTime() {
        let rules = LifecycleRules(soldListedDays: 14, lifetimeDays: 30)
        let calm = [
            ListingLifecycle(state: .reserved(until: Self.now.adding(seconds: 1))),
            ListingLifecycle(state: .open, expiresAt: Self.now.adding(seconds: 1)),
            ListingLifecycle(state: .open),
            ListingLifecycle(state: .sold(at: Self.now.adding(days: -14).adding(seconds: 1))),
            ListingLifecycle(state: .sold(at: Self.now.adding(days: -20)), isListed: false),
            ListingLifecycle(state: .hidden, expiresAt: Self.now.adding(days: -1)),
            ListingLifecycle(state: .expired(at: Self.now.adding(days: -9)), expiresAt: Self.now.adding(days: -9)),
        ]
        for lifecycle in calm { #expect(lifecycle.advanced(to: Self.now, by: rules) == nil) }
    }

    @Test func reservationEndsAndTheProductIsOpenAgain() {
        let reserved = ListingLifecycle(state: .reserved(until: Self.now))
        #expect(reserved.advanced(to: Self.now, by: LifecycleRules()) == .new)
    }

    @Test func reservationOutlivesTheLifetime() {
        let over = Self.now.adding(days: -2)
        let reserved = ListingLifecycle(state: .reserved(until: Self.end), expiresAt: over)
        #expect(reserved.advanced(to: Self.now, by: Self.lasting) == nil)
        #expect(reserved.advanced(to: Self.end, by: Self.lasting)?.state == .expired(at: over))
    }

    @Test func soldProductLeavesListsAndStaysSold() throws {
        let time = Self.now.adding(days: -14)
        let sold = ListingLifecycle(state: .sold(at: time))
        let after = try #require(sold.advanced(to: Self.now, by: LifecycleRules()))
        #expect(after.state == .sold(at: time))
        #expect(!after.isListed)
        #expect(after.advanced(to: Self.now, by: LifecycleRules()) == nil)
    }

    @Test func withoutALifetimeNothingExpires() {
        let old = ListingLifecycle(state: .open, expiresAt: Self.now.adding(days: -1))
        #expect(old.advanced(to: Self.now, by: LifecycleRules()) == nil)
        #expect(old.advanced(to: Self.now, by: Self.lasting)?.state.kind == .expired)
    }

    // MARK: Renewing and bumping

    @Test func renewingAddsToWhatRemainsButNotWithoutEnd() throws {
        let early = ListingLifecycle(state: .open, expiresAt: Self.now.adding(days: 10))
        let once = try early.renewed(at: Self.now, by: Self.lasting)
        #expect(once.expiresAt == Self.now.adding(days: 40))
        #expect(try once.renewed(at: Self.now, by: Self.lasting).expiresAt == Self.now.adding(days: 60))
        let late = ListingLifecycle(
            state: .expired(at: Self.now.adding(days: -5)),
            expiresAt: Self.now.adding(days: -5)
        )
        let again = try late.renewed(at: Self.now, by: Self.lasting)
        #expect(again.state == .open)
        #expect(again.expiresAt == Self.now.adding(days: 30))
    }

    @Test func renewingKeepsReservedAndHiddenAndIsRefusedForSold() throws {
        for state in [ListingState.reserved(until: Self.end), .hidden] {
            let renewed = try ListingLifecycle(state: state).renewed(at: Self.now, by: Self.lasting)
            #expect(renewed.state == state)
            #expect(renewed.expiresAt == Self.now.adding(days: 30))
        }
        #expect(throws: LifecycleProblem.cannotRenew) {
            try ListingLifecycle(state: .sold(at: Self.now)).renewed(at: Self.now, by: Self.lasting)
        }
    }

    @Test func productOpenedAfterItsLifetimeGetsAnotherOne() throws {
        let over = ListingLifecycle(state: .hidden, expiresAt: Self.now.adding(days: -1))
        let opened = try over.changed(to: .open, at: Self.now, by: Self.lasting)
        #expect(opened.expiresAt == Self.now.adding(days: 30))
        #expect(opened.advanced(to: Self.now, by: Self.lasting) == nil)
        let rest = ListingLifecycle(state: .hidden, expiresAt: Self.now.adding(days: 2))
        #expect(try rest.changed(to: .open, at: Self.now, by: Self.lasting).expiresAt == Self.now.adding(days: 2))
    }

    @Test func listingIsBumpedOncePerPeriod() throws {
        let rules = LifecycleRules(bumpDays: 7)
        let listed = Self.now.adding(days: -7)
        let bumped = try ListingLifecycle.new.bumped(at: Self.now, registeredAt: listed, by: rules)
        #expect(bumped.bumpedAt == Self.now)
        #expect(throws: LifecycleProblem.bumpedRecently(days: 7)) {
            try bumped.bumped(at: Self.now, registeredAt: listed, by: rules)
        }
        #expect(throws: LifecycleProblem.bumpedRecently(days: 1)) {
            try ListingLifecycle.new.bumped(at: Self.now, registeredAt: listed.adding(seconds: 1), by: rules)
        }
        for state in [ListingState.sold(at: listed), .hidden, .expired(at: listed)] {
            #expect(throws: LifecycleProblem.notForSale) {
                try ListingLifecycle(state: state).bumped(at: Self.now, registeredAt: listed, by: rules)
            }
        }
    }

    @Test func rightChangesTheStateAndNothingElse() {
        let permitted = SellerAuthority.Action.allCases.filter { SellerAuthority.right.permits($0) }
        #expect(permitted == [.changeState, .sell, .renew, .bump])
        #expect(SellerAuthority.Action.allCases.filter { SellerAuthority.link.permits($0) } == [.sell, .renew])
        #expect(SellerAuthority.Action.allCases.allSatisfy { SellerAuthority.password.permits($0) })
    }
}
