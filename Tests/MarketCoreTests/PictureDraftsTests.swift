import MarketCore
import MarketModels
import Synchronization
import Testing

struct PictureDraftsTests {
    private final class Clock: WallClock {
        private let time = Mutex(Timestamp(millisecondsSinceEpoch: 0))
        var now: Timestamp { time.withLock { $0 } }
        func advance(seconds: Int64) { time.withLock { $0 = $0.adding(seconds: seconds) } }
    }

    @Test func picturesOfARefusedFormAreKeptForAnHour() async throws {
        let (world, clock) = (PictureWorld(), Clock())
        let shelf = PictureShelf(store: world, images: world, processor: world)
        let drafts = PictureDrafts(shelf: shelf, clock: clock)
        let token = try #require(try await drafts.keep([world.upload("a")]).first?.get().token)
        clock.advance(seconds: 3599)
        #expect(await drafts.picture(token)?.name == world.name("a"))
        await shelf.removeUnused([world.name("a")])
        #expect(world.stored.contains(world.name("a")))
        clock.advance(seconds: 2)
        #expect(await drafts.picture(token) == nil)
        // The next form that is refused clears away what is too old.
        _ = await drafts.keep([world.upload("b")])
        #expect(world.stored == [world.name("b")])
    }
}
