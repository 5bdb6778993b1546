import FieldSamples
import Testing

@testable import MarketClient

@Suite struct LeastRecentlyUsedTests {
    @Test func longestUnusedGoesFirst() {
        var kept = LeastRecentlyUsed<Int, String>(costLimit: 30)
        kept.insert("1", cost: 10, for: 1)
        kept.insert("2", cost: 10, for: 2)
        kept.insert("3", cost: 10, for: 3)
        #expect(kept.value(for: 1) == "1")
        #expect(kept.insert("4", cost: 15, for: 4) == ["2", "3"])
        #expect(kept.totalCost == 25)
        #expect(kept.oldest == 1)
    }

    @Test func valueAboveTheLimitIsNotKeptAndNothingMakesRoomForIt() {
        var kept = LeastRecentlyUsed<Int, String>(costLimit: 30)
        kept.insert("1", cost: 10, for: 1)
        kept.insert("2", cost: 10, for: 2)
        // The value that it would have replaced is outdated.
        #expect(kept.insert("new", cost: 31, for: 1) == ["1"])
        #expect(kept.count == 1)
        #expect(kept.value(for: 2) == "2")
    }

    @Test func nothingIsFree() {
        var kept = LeastRecentlyUsed<Int, Int>(costLimit: 3)
        for number in 0..<10 { kept.insert(number, cost: number.isMultiple(of: 2) ? 0 : -5, for: number) }
        #expect(kept.count == 3)
        #expect(kept.totalCost == 3)
    }

    /// 20,000 random steps, compared with a list that is searched linearly.
    @Test(arguments: 1...4 as ClosedRange<UInt64>) func agreesWithAPlainList(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var kept = LeastRecentlyUsed<Int, Int>(costLimit: 100)
        var plain: [(key: Int, value: Int, cost: Int)] = []
        var limit = 100
        for step in 0..<20_000 {
            let key = Int.random(in: 0..<40, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                let cost = Int.random(in: 1...30, using: &random)
                kept.insert(step, cost: cost, for: key)
                plain.removeAll { $0.key == key }
                if cost <= limit { plain.append((key, step, cost)) }
            case 4..<8:
                let found = plain.firstIndex { $0.key == key }.map { plain.remove(at: $0) }
                if let found { plain.append(found) }
                #expect(kept.value(for: key) == found?.value)
            case 8:
                kept.remove(key)
                plain.removeAll { $0.key == key }
            default:
                limit = Int.random(in: 0...150, using: &random)
                kept.costLimit = limit
                kept.trim(to: limit)
            }
            while plain.reduce(0, { $0 + $1.cost }) > limit { plain.removeFirst() }
            #expect(kept.totalCost == plain.reduce(0) { $0 + $1.cost })
            #expect(kept.count == plain.count)
            #expect(kept.oldest == plain.first?.key)
        }
        #expect(kept.trim(to: 0) == plain.map(\.value))
    }
}
