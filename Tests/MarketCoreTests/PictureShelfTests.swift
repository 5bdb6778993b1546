import MarketCore
import MarketModels
import Synchronization
import Testing

/// Pictures are named by content: what one seller removes another may just be listing.
struct PictureShelfTests {
    @Test func pictureThatIsJustBeingListedIsNotRemovedByTheWithdrawalOfAnother() async throws {
        let world = PictureWorld()
        let shelf = PictureShelf(store: world, images: world, processor: world)
        let held = try await shelf.keep([world.upload("a")])
        // No product shows it yet, and a product that did is withdrawn now.
        await shelf.removeUnused([world.name("a")])
        #expect(world.stored.contains(world.name("a")))
        await shelf.letGo(held)
        await shelf.removeUnused([world.name("a")])
        #expect(!world.stored.contains(world.name("a")))
    }

    @Test func pictureThatIsJustBeingRemovedIsKeptAnewAfterwards() async throws {
        let world = PictureWorld()
        let shelf = PictureShelf(store: world, images: world, processor: world)
        world.put("a")
        let gate = world.stopInsideNextRemoval()
        async let removal: Void = shelf.removeUnused([world.name("a")])
        await gate.reached()
        async let held = shelf.keep([world.upload("a")])
        await gate.open()
        await removal
        _ = try await held
        #expect(world.stored.contains(world.name("a")))
    }

    @Test func oneBadImageTakesTheOthersAway() async throws {
        let world = PictureWorld()
        let shelf = PictureShelf(store: world, images: world, processor: world)
        await #expect(throws: MarketError.unusableImage(index: 1, .damaged)) {
            _ = try await shelf.keep([world.upload("a"), world.upload("bad"), world.upload("c")])
        }
        #expect(world.stored.isEmpty)
    }

    @Test func picturesComeBackInTheOrderOfTheUploads() async throws {
        let world = PictureWorld()
        let shelf = PictureShelf(store: world, images: world, processor: world)
        let held = try await shelf.keep(["c", "a", "b", "a"].map(world.upload))
        #expect(held.pictures.map(\.name) == ["c", "a", "b", "a"].map(world.name))
    }

    @Test func removalThatFailedIsReportedAndTriedAgain() async throws {
        let world = PictureWorld()
        let reports = Mutex<[String]>([])
        let shelf = PictureShelf(store: world, images: world, processor: world) { problem in
            reports.withLock { $0.append(problem) }
        }
        world.put("a")
        world.failRemovals(.unavailable(reason: "the disk sleeps"))
        await shelf.removeUnused([world.name("a")])
        #expect(world.stored == [world.name("a")])
        #expect(reports.withLock { $0 }.map { $0.contains("the disk sleeps") } == [true])
        world.failRemovals(nil)
        await shelf.retryRemovals()
        #expect(world.stored.isEmpty)
    }

    @Test func removalThatIsTriedAgainLeavesWhatIsShownMeanwhile() async throws {
        let world = PictureWorld()
        let shelf = PictureShelf(store: world, images: world, processor: world)
        world.put("a")
        world.failRemovals(.unavailable(reason: "the disk sleeps"))
        await shelf.removeUnused([world.name("a")])
        world.failRemovals(nil)
        world.use("a")
        await shelf.retryRemovals()
        #expect(world.stored == [world.name("a")])
    }
}
