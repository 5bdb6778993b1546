import Foundation
import MarketClient
import Testing

@Suite(.timeLimit(.minutes(30))) struct MemoryImageCacheTests {
    func key(_ number: Int) -> ImageKey { ImageKey(url: .image(number)) }

    @Test func imageUsedLastStays() {
        let cache = MemoryImageCache<Int>(costLimit: 20)
        cache.insert(1, cost: 10, for: key(1))
        cache.insert(2, cost: 10, for: key(2))
        #expect(cache.image(for: key(1)) == 1)
        cache.insert(3, cost: 10, for: key(3))
        #expect(cache.image(for: key(2)) == nil)
        #expect(cache.image(for: key(1)) == 1)
        #expect(cache.totalCost == 20)
    }

    @Test func trimmingDropsAtOnce() {
        let cache = MemoryImageCache<Int>(costLimit: 100)
        for number in 0..<10 { cache.insert(number, cost: 10, for: key(number)) }
        cache.trim(toCost: 25)
        #expect((0..<10).filter { cache.image(for: key($0)) != nil } == [8, 9])
        #expect(cache.totalCost == 20)
        let none = MemoryImageCache<Int>(costLimit: 0)
        none.insert(11, cost: 1, for: key(11))
        #expect(none.count == 0)
    }

    @Test func imageAboveTheBoundIsShownButNotKept() async {
        let fixture = LoaderFixture(memoryLimit: 99)
        #expect(await fixture.load(1) == .success(FakeImage(.image(1))))
        #expect(fixture.memory.count == 0)
        let small = PixelSize(width: 9, height: 9)
        _ = await fixture.load(2, fitting: small)
        #expect(fixture.memory.totalCost == 81)
    }

    /// The cache releases evicted images after it has released its lock; otherwise this would deadlock.
    @Test func evictedImageMayUseTheCache() {
        final class Curious: Sendable {
            let look: @Sendable () -> Void
            init(look: @escaping @Sendable () -> Void) { self.look = look }
            deinit { look() }
        }
        let cache = MemoryImageCache<Curious>(costLimit: 2)
        for number in 0..<6 {
            cache.insert(Curious { _ = cache.totalCost }, cost: 1, for: key(number % 4))
        }
        cache.trim(toCost: 1)
        cache.trim(toCost: 0)
        #expect(cache.count == 0)
    }
}
