import MarketAPI
import MarketModels
import Testing

@testable import MarketServer

/// What the cache keeps and evicts.
struct ResponseCacheTests {
    private func response(_ byteCount: Int) -> CachedResponse {
        let revision = Revision(rawValue: 1)
        let body = [UInt8](repeating: 0x61, count: byteCount)
        return CachedResponse(
            CachedResponse.Content(subject: .list, body: body, revision: revision, meters: meters),
            knownAt: revision
        )
    }

    private let meters = RequestMetrics(factory: PrometheusRegistry()).hotMeters(for: "/api/products")

    private func key(_ target: String) -> ResponseCache.Key {
        ResponseCache.Key(cacheVariant: .init(dialect: .main, origin: nil), target: target)
    }

    @Test func keepsWhatItWasGivenUnderItsKeyOnly() {
        let cache = ResponseCache(byteCount: 1_000_000)
        let kept = response(100)
        cache.insert(kept, for: key("/a"))
        #expect(cache.response(for: key("/a")) === kept)
        #expect(cache.response(for: key("/b")) == nil)
        let destinations: [OriginPolicy.CacheVariant] = [
            .init(dialect: .main, origin: .init(scheme: "http", authority: "x")),
            .init(dialect: .exactly(.training), origin: nil),
        ]
        for destination in destinations {
            #expect(cache.response(for: ResponseCache.Key(cacheVariant: destination, target: "/a")) == nil)
        }
        let newer = response(200)
        cache.insert(newer, for: key("/a"))
        #expect(cache.response(for: key("/a")) === newer)
    }

    @Test func whatIsAskedForOnceIsNotKept() {
        let cache = ResponseCache(byteCount: 1_000_000)
        for number in 0..<100_000 { cache.insertIfAskedForAgain(response(10), for: key("/\(number)")) }
        // Two targets in 4,294,967,296 look alike.
        #expect(cache.contents.count < 5)
        for _ in 1...2 { cache.insertIfAskedForAgain(response(10), for: key("/again")) }
        #expect(cache.response(for: key("/again")) != nil)
        let newer = response(20)
        cache.insertIfAskedForAgain(newer, for: key("/again"))
        #expect(cache.response(for: key("/again")) === newer, "what is kept is replaced at once")
        for number in 0..<100_000 { cache.insertIfAskedForAgain(response(10), for: key("/\(number)")) }
        #expect(cache.response(for: key("/again")) === newer, "requests for other targets displaced it")
    }

    /// Tests the cache's own accounting; Tests/Smoke/chapters/memory.py measures the memory of the process.
    @Test func countsItsBytesAndForgetsWhatNobodyAsksFor() {
        let byteCount = 800_000
        let cache = ResponseCache(byteCount: byteCount)
        cache.insert(response(1000), for: key("/hot"))
        for number in 0..<5000 {
            #expect(cache.response(for: key("/hot")) != nil)
            cache.insert(response(1000), for: key("/\(number)"))
        }
        let kept = (0..<5000).count { cache.response(for: key("/\($0)")) != nil }
        #expect(kept > 50)
        #expect(kept * 3000 <= byteCount)
    }

    /// Different sizes bring the clock hand to the end of its round just when a new entry is added.
    @Test func fullCacheKeepsTheNewestAndNotTheOldest() {
        let cache = ResponseCache(byteCount: 800_000)
        for number in 0..<4000 {
            cache.insert(response(number % 7 == 0 ? 9000 : 1000), for: key("/\(number)"))
            #expect(cache.response(for: key("/\(number)")) != nil)
        }
        let oldest = (0..<2000).count { cache.response(for: key("/\($0)")) != nil }
        #expect(oldest < 100)
    }

    @Test func tooLongTargetsAndTooLargeAnswersAreNotKept() {
        let cache = ResponseCache(byteCount: 80_000)
        let long = key("/" + String(repeating: "x", count: ResponseCache.maximumTargetByteCount))
        cache.insert(response(10), for: long)
        #expect(cache.response(for: long) == nil)
        cache.insert(response(80_000), for: key("/large"))
        #expect(cache.response(for: key("/large")) == nil)
    }

    @Test func answerIsFreshOnlyAtTheRevisionItWasFoundRightAt() {
        let kept = response(10)
        #expect(kept.isFresh(at: Revision(rawValue: 1)))
        #expect(!kept.isFresh(at: Revision(rawValue: 2)))
        kept.revalidate(at: Revision(rawValue: 2))
        #expect(kept.isFresh(at: Revision(rawValue: 2)))
    }

    @Test(
        arguments: zip(
            ["gzip", "deflate, gzip", "*", "GZIP;q=0.5", "gzip;q=0", "gzip; q=0.0", "br", "", "identity", "x-gzip"],
            [true, true, true, true, false, false, false, false, false, true]
        )
    )
    func gzipIsAllowedBy(_ header: String, _ isAllowed: Bool) {
        #expect((ContentCoding(acceptedBy: header) != .identity) == isAllowed)
    }

    /// A list that no client sends would take the time of an event loop.
    @Test func listThatIsTooLongAllowsNothing() {
        let longest = "gzip," + String(repeating: "x", count: ContentCoding.maximumByteCount - 5)
        #expect(ContentCoding(acceptedBy: longest) == .gzipIfShorter)
        #expect(ContentCoding(acceptedBy: longest + "x") == .identity)
    }
}
