import MarketAPI
import MarketModels
import Testing

@testable import MarketServer

/// What the cache keeps and forgets.
struct AnswerCacheTests {
    private func answer(_ byteCount: Int) -> CachedAnswer {
        CachedAnswer(
            subject: .list,
            body: [UInt8](repeating: 0x61, count: byteCount),
            revision: Revision(rawValue: 1),
            meters: meters
        )
    }

    private let meters = RequestMetrics(factory: PrometheusRegistry()).hotMeters(for: "/api/products")

    private func key(_ target: String) -> AnswerCache.Key {
        AnswerCache.Key(destination: .init(dialect: .main, parts: nil), target: target)
    }

    @Test func keepsWhatItWasGivenUnderItsKeyOnly() {
        let cache = AnswerCache(byteCount: 1_000_000)
        let kept = answer(100)
        cache.keep(kept, for: key("/a"))
        #expect(cache.answer(for: key("/a")) === kept)
        #expect(cache.answer(for: key("/b")) == nil)
        let destinations: [OriginPolicy.Destination] = [
            .init(dialect: .main, parts: .init(scheme: "http", authority: "x")),
            .init(dialect: .exactly(.training), parts: nil),
        ]
        for destination in destinations {
            #expect(cache.answer(for: AnswerCache.Key(destination: destination, target: "/a")) == nil)
        }
        let newer = answer(200)
        cache.keep(newer, for: key("/a"))
        #expect(cache.answer(for: key("/a")) === newer)
    }

    /// What it weighs in its own books; Tests/Smoke/chapters/memory.py measures what the process has in memory.
    @Test func countsItsBytesAndForgetsWhatNobodyAsksFor() {
        let byteCount = 800_000
        let cache = AnswerCache(byteCount: byteCount)
        cache.keep(answer(1000), for: key("/hot"))
        for number in 0..<5000 {
            #expect(cache.answer(for: key("/hot")) != nil)
            cache.keep(answer(1000), for: key("/\(number)"))
        }
        let kept = (0..<5000).count { cache.answer(for: key("/\($0)")) != nil }
        #expect(kept > 50)
        #expect(kept * 3000 <= byteCount)
    }

    /// Sizes that differ bring the hand to the end of its round just when something new comes in.
    @Test func fullCacheKeepsTheNewestAndNotTheOldest() {
        let cache = AnswerCache(byteCount: 800_000)
        for number in 0..<4000 {
            cache.keep(answer(number % 7 == 0 ? 9000 : 1000), for: key("/\(number)"))
            #expect(cache.answer(for: key("/\(number)")) != nil)
        }
        let oldest = (0..<2000).count { cache.answer(for: key("/\($0)")) != nil }
        #expect(oldest < 100)
    }

    @Test func tooLongTargetsAndTooLargeAnswersAreNotKept() {
        let cache = AnswerCache(byteCount: 80_000)
        let long = key("/" + String(repeating: "x", count: AnswerCache.maximumTargetByteCount))
        cache.keep(answer(10), for: long)
        #expect(cache.answer(for: long) == nil)
        cache.keep(answer(80_000), for: key("/large"))
        #expect(cache.answer(for: key("/large")) == nil)
    }

    @Test func answerIsFreshOnlyAtTheRevisionItWasFoundRightAt() {
        let kept = answer(10)
        #expect(kept.isFresh(at: Revision(rawValue: 1)))
        #expect(!kept.isFresh(at: Revision(rawValue: 2)))
        kept.confirm(at: Revision(rawValue: 2))
        #expect(kept.isFresh(at: Revision(rawValue: 2)))
    }

    @Test(
        arguments: zip(
            ["gzip", "deflate, gzip", "*", "GZIP;q=0.5", "gzip;q=0", "gzip; q=0.0", "br", "", "identity", "x-gzip"],
            [true, true, true, true, false, false, false, false, false, false]
        )
    )
    func gzipIsAllowedBy(_ header: String, _ isAllowed: Bool) {
        #expect(AcceptEncoding.allowsGzip(header) == isAllowed)
    }
}
