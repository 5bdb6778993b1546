import MarketCore
import MarketModels
import Synchronization
import Testing

/// Images are named by content: one seller may remove an image while another lists it.
struct ImageLifecycleTests {
    private let fixture = ImageFixture()
    private let imageLifecycle: ImageLifecycle

    init() {
        imageLifecycle = ImageLifecycle(store: fixture, images: fixture, processor: fixture)
    }

    @Test func imageThatIsJustBeingListedIsNotRemovedByTheWithdrawalOfAnother() async throws {
        let held = try await imageLifecycle.save([fixture.upload("a")], for: .unknown)
        // No product shows it yet, and a product that did is being deleted.
        await imageLifecycle.removeUnused([fixture.name("a")])
        #expect(fixture.stored.contains(fixture.name("a")))
        await imageLifecycle.release(held)
        await imageLifecycle.removeUnused([fixture.name("a")])
        #expect(!fixture.stored.contains(fixture.name("a")))
    }

    @Test func imageThatIsJustBeingRemovedIsKeptAnewAfterwards() async throws {
        fixture.put("a")
        let gate = fixture.stopInsideNextRemoval()
        async let removal: Void = imageLifecycle.removeUnused([fixture.name("a")])
        await gate.reached()
        async let held = imageLifecycle.save([fixture.upload("a")], for: .unknown)
        await gate.open()
        await removal
        _ = try await held
        #expect(fixture.stored.contains(fixture.name("a")))
    }

    @Test func oneBadImageTakesTheOthersAway() async throws {
        await #expect(throws: MarketError.unusableImage(index: 1, .damaged)) {
            _ = try await imageLifecycle.save(["a", "bad", "c"].map(fixture.upload), for: .unknown)
        }
        #expect(fixture.stored.isEmpty)
    }

    @Test func imagesComeBackInTheOrderOfTheUploads() async throws {
        let held = try await imageLifecycle.save(["c", "a", "b", "a"].map(fixture.upload), for: .unknown)
        #expect(held.images.map(\.name) == ["c", "a", "b", "a"].map(fixture.name))
    }

    @Test func removalThatFailedIsReportedAndTriedAgain() async throws {
        let reports = Mutex<[String]>([])
        let imageLifecycle = ImageLifecycle(store: fixture, images: fixture, processor: fixture) { _, reason in
            reports.withLock { $0.append(reason) }
        }
        fixture.put("a")
        fixture.failRemovals(.unavailable(reason: "the disk sleeps"))
        await imageLifecycle.removeUnused([fixture.name("a")])
        #expect(fixture.stored == [fixture.name("a")])
        #expect(reports.withLock { $0 }.map { $0.contains("the disk sleeps") } == [true])
        fixture.failRemovals(nil)
        await imageLifecycle.retryRemovals()
        #expect(fixture.stored.isEmpty)
    }

    /// The process that has deleted the product may end before the store is back.
    @Test func imageOfADeletedProductIsRemovedByAnotherProcess() async throws {
        for image in ["a", "b"] {
            fixture.put(image)
            fixture.release(image)
        }
        await imageLifecycle.removeUnused([fixture.name("b")])
        #expect(fixture.released == [fixture.name("a")])
        #expect(await !imageLifecycle.awaitsRemoval([fixture.name("b")]))
        fixture.failRemovals(.unreachable(reason: "the store hangs"))
        await imageLifecycle.removeUnused([fixture.name("a")])
        #expect(await imageLifecycle.awaitsRemoval([fixture.name("a"), fixture.name("b")]))
        let other = ImageLifecycle(store: fixture, images: fixture, processor: fixture)
        await other.retryRemovals()
        #expect(fixture.stored == [fixture.name("a")] && fixture.released == [fixture.name("a")])
        fixture.failRemovals(nil)
        await other.retryRemovals()
        #expect(fixture.stored.isEmpty && fixture.released.isEmpty)
        #expect(await !imageLifecycle.awaitsRemoval([fixture.name("a")]))
    }

    @Test func releasedImageThatIsShownAgainStays() async throws {
        fixture.put("a")
        fixture.release("a")
        fixture.use("a")
        await imageLifecycle.retryRemovals()
        #expect(fixture.stored == [fixture.name("a")] && fixture.released.isEmpty)
    }

    /// Whoever holds it may end without a word.
    @Test func releasedImageThatIsHeldIsRemovedWhenNobodyHoldsIt() async throws {
        let held = try await imageLifecycle.save([fixture.upload("a")], for: .unknown)
        fixture.release("a")
        await imageLifecycle.removeUnused([fixture.name("a")])
        await imageLifecycle.retryRemovals()
        #expect(fixture.stored == [fixture.name("a")] && fixture.released == [fixture.name("a")])
        await imageLifecycle.release(held)
        await imageLifecycle.retryRemovals()
        #expect(fixture.stored.isEmpty && fixture.released.isEmpty)
    }

    @Test func imageThatIsReleasedAgainDuringItsRemovalStaysNoted() async throws {
        fixture.put("a")
        fixture.release("a")
        let gate = fixture.stopInsideNextRemoval()
        async let removal: Void = imageLifecycle.removeUnused([fixture.name("a")])
        await gate.reached()
        fixture.release("a")
        await gate.open()
        await removal
        #expect(fixture.released == [fixture.name("a")])
    }

    /// Somebody waits for their deletion, not for everything that could not be removed during an outage.
    @Test func deletionDoesNotWaitForRemovalsThatFailedBefore() async throws {
        for image in ["a", "b"] { fixture.put(image) }
        fixture.failRemovals(.unreachable(reason: "the store hangs"))
        await imageLifecycle.removeUnused([fixture.name("a")])
        fixture.failRemovals(nil)
        await imageLifecycle.removeUnused([fixture.name("b")])
        #expect(fixture.stored == [fixture.name("a")])
        await imageLifecycle.retryRemovals()
        #expect(fixture.stored.isEmpty)
    }

    @Test func refusedListingWithoutAnImageWaitsForNoRemoval() async throws {
        fixture.put("a")
        fixture.failRemovals(.unreachable(reason: "the store hangs"))
        await imageLifecycle.removeUnused([fixture.name("a")])
        fixture.failRemovals(nil)
        await #expect(throws: MarketError.unusableImage(index: 0, .damaged)) {
            _ = try await imageLifecycle.save([fixture.upload("bad")], for: .unknown)
        }
        #expect(fixture.stored == [fixture.name("a")])
    }

    @Test func removalThatIsTriedAgainLeavesWhatIsShownMeanwhile() async throws {
        fixture.put("a")
        fixture.failRemovals(.unavailable(reason: "the disk sleeps"))
        await imageLifecycle.removeUnused([fixture.name("a")])
        fixture.failRemovals(nil)
        fixture.use("a")
        await imageLifecycle.retryRemovals()
        #expect(fixture.stored == [fixture.name("a")])
    }
}
