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
