import MarketCore
import MarketModels
import Testing

struct SteadyClockTests {
    /// Back by an hour, to 1969, ahead to 2100.
    @Test(arguments: [1_000_000 - 3_600_000, -86_400_000, 4_102_444_800_000] as [Int64])
    func goesOnAsTimeDoesWhateverTheClockIsSetTo(_ moment: Int64) {
        let clock = SteppedClock()
        let steady = SteadyClock(clock, clock)
        #expect(steady.now == clock.now)
        clock.advance(seconds: 10)
        #expect(steady.now == Timestamp(millisecondsSinceEpoch: 1_010_000))
        clock.set(to: Timestamp(millisecondsSinceEpoch: moment))
        clock.advance(seconds: 5)
        #expect(steady.now == Timestamp(millisecondsSinceEpoch: 1_015_000))
    }

    /// Ten months behind at the start, as a machine without a clock of its own.
    @Test func followsALaterTimeThatIsStillSetAfterAnHour() {
        let clock = SteppedClock()
        let steady = SteadyClock(clock, clock)
        let moment: Int64 = 1_000_000 + 26_000_000_000
        clock.set(to: Timestamp(millisecondsSinceEpoch: moment))
        #expect(steady.now == Timestamp(millisecondsSinceEpoch: 1_000_000))
        clock.advance(seconds: 3599)
        #expect(steady.now == Timestamp(millisecondsSinceEpoch: 4_599_000))
        clock.advance(seconds: 1)
        #expect(steady.now == clock.now)
        // And not what comes then.
        clock.set(to: Timestamp(millisecondsSinceEpoch: moment * 2))
        #expect(steady.now == Timestamp(millisecondsSinceEpoch: moment + 3_600_000))
    }

    /// What was given would be worth something for longer.
    @Test func neverFollowsATimeThatWasSetBack() {
        let clock = SteppedClock()
        let steady = SteadyClock(clock, clock)
        clock.set(to: Timestamp(millisecondsSinceEpoch: 1_000_000 - 3_600_000))
        for passed in stride(from: Int64(0), through: 9000, by: 900) {
            #expect(steady.now == Timestamp(millisecondsSinceEpoch: 1_000_000 + passed * 1000))
            clock.advance(seconds: 900)
        }
    }

    @Test func timeThatIsPutRightWithinTheHourIsNeverFollowed() {
        let clock = SteppedClock()
        let steady = SteadyClock(clock, clock)
        clock.set(to: Timestamp(millisecondsSinceEpoch: 4_102_444_800_000))
        #expect(steady.now == Timestamp(millisecondsSinceEpoch: 1_000_000))
        clock.advance(seconds: 3000)
        clock.set(to: Timestamp(millisecondsSinceEpoch: 4_000_000))
        for passed in stride(from: Int64(3000), through: 30_000, by: 900) {
            #expect(steady.now == Timestamp(millisecondsSinceEpoch: 1_000_000 + passed * 1000))
            clock.advance(seconds: 900)
        }
    }

    @Test func systemsMonotonicClockNeverGoesBack() {
        let clock = SystemMonotonicClock()
        var last = clock.elapsed
        for _ in 1...1000 {
            let now = clock.elapsed
            #expect(now >= last)
            last = now
        }
        #expect(last > .zero)
    }
}
