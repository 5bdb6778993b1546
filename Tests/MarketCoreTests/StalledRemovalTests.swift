import MarketCore
import MarketModels
import Testing

/// Removals that take so long that their claims end, in a market of several servers.
struct StalledRemovalTests {
    private let fixture = ImageFixture()
    private let clock = SteppedClock()

    @Test func whatIsListedWhileARemovalStallsIsBroughtBack() async throws {
        fixture.put("a")
        let claims = ClaimsThatEnd(clock: clock)
        let (slow, other) = (lifecycle(claims), lifecycle(claims))
        let gate = fixture.stopInsideNextRemoval()
        async let removal: Void = slow.removeUnused([fixture.name("a")])
        await gate.reached()
        clock.advance(seconds: 31)
        let held = try await other.save([fixture.upload("a")], for: .unknown)
        await gate.open()
        await removal
        #expect(fixture.stored == [fixture.name("a")])
        // It is tried again, with what is in use by then.
        await slow.retryRemovals()
        #expect(fixture.stored == [fixture.name("a")])
        await other.discard(held)
        #expect(fixture.stored.isEmpty)
        #expect(fixture.trash.isEmpty)
    }

    @Test func nothingIsRemovedAfterTheTimeLimit() async throws {
        fixture.put("a")
        let lifecycle = ImageLifecycle(
            store: SlowReferences(clock: clock),
            images: fixture,
            processor: fixture,
            claims: ClaimsThatEnd(clock: clock),
            monotonicClock: clock
        )
        await lifecycle.removeUnused([fixture.name("a")])
        #expect(fixture.stored == [fixture.name("a")])
        #expect(fixture.trash.isEmpty)
    }

    @Test func imageThatCouldNotBeBroughtBackIsBroughtBackLater() async throws {
        fixture.put("a")
        let claims = ClaimsThatEnd(clock: clock)
        let slow = lifecycle(claims)
        let gate = fixture.stopInsideNextRemoval()
        async let removal: Void = slow.removeUnused([fixture.name("a")])
        await gate.reached()
        clock.advance(seconds: 31)
        fixture.failReturns(.unavailable(reason: "the disk sleeps"))
        fixture.use("a")
        await gate.open()
        await removal
        #expect(fixture.stored.isEmpty)
        fixture.failReturns(nil)
        await slow.retryRemovals()
        #expect(fixture.stored == [fixture.name("a")])
    }

    /// What the trash has then is deleted there when the removal is tried again.
    @Test func storeThatIsOutOfReachIsAskedOnceInARemoval() async throws {
        fixture.put("a")
        fixture.failTrash(.unreachable(reason: "the store hangs"))
        let lifecycle = lifecycle(ClaimsThatEnd(clock: clock))
        await lifecycle.removeUnused([fixture.name("a")])
        #expect(fixture.deletionsFromTrash == 0)
        #expect(fixture.stored == [fixture.name("a")])
        fixture.failTrash(nil)
        await lifecycle.retryRemovals()
        #expect(fixture.deletionsFromTrash == 1)
        #expect(fixture.stored.isEmpty && fixture.trash.isEmpty)
    }

    @Test func imageThatStayedInTheTrashIsDeletedThereLater() async throws {
        fixture.put("a")
        fixture.failDeletionsFromTrash(.unreachable(reason: "the store hangs"))
        let lifecycle = lifecycle(ClaimsThatEnd(clock: clock))
        await lifecycle.removeUnused([fixture.name("a")])
        #expect(fixture.stored.isEmpty)
        #expect(fixture.trash == [fixture.name("a")])
        fixture.failDeletionsFromTrash(nil)
        await lifecycle.retryRemovals()
        #expect(fixture.trash.isEmpty)
    }

    /// A process that has ended had moved it there, before it was midnight.
    @Test func releasedImageIsDeletedFromTheTrashOfEarlierDays() async throws {
        let now = SystemWallClock().now
        for image in ["a", "b"] { fixture.putInTrash(image, at: now.adding(days: -2)) }
        fixture.release("a", at: now.adding(days: -3))
        await lifecycle(ClaimsThatEnd(clock: clock)).retryRemovals()
        #expect(fixture.trash == [fixture.name("b")])
        #expect(fixture.released.isEmpty)
    }

    @Test func imageThatIsRemovedAtOnceIsDeletedFromOneDaysTrash() async throws {
        fixture.put("a")
        fixture.release("a", at: SystemWallClock().now)
        await lifecycle(ClaimsThatEnd(clock: clock)).removeUnused([fixture.name("a")])
        #expect(fixture.stored.isEmpty && fixture.trash.isEmpty && fixture.released.isEmpty)
        #expect(fixture.deletionsFromTrash == 1)
    }

    @Test func releasedImageThatStaysInTheTrashStaysNoted() async throws {
        fixture.put("a")
        fixture.release("a")
        let lifecycle = lifecycle(ClaimsThatEnd(clock: clock))
        fixture.failDeletionsFromTrash(.unavailable(reason: "the disk sleeps"))
        await lifecycle.removeUnused([fixture.name("a")])
        #expect(fixture.trash == [fixture.name("a")] && fixture.released == [fixture.name("a")])
        fixture.failDeletionsFromTrash(nil)
        await lifecycle.retryRemovals()
        #expect(fixture.trash.isEmpty && fixture.released.isEmpty)
    }

    @Test func removalWithRoomForNothingStillMakesRoom() async throws {
        fixture.put("a")
        fixture.failTrash(.storageFull)
        await lifecycle(ClaimsThatEnd(clock: clock)).removeUnused([fixture.name("a")])
        #expect(fixture.stored.isEmpty)
    }

    private func lifecycle(_ claims: any ImageClaims) -> ImageLifecycle {
        ImageLifecycle(store: fixture, images: fixture, processor: fixture, claims: claims, monotonicClock: clock)
    }
}

/// Claims of removals that end half a minute after they began, as those that servers share.
private actor ClaimsThatEnd: ImageClaims {
    private let clock: SteppedClock
    private var held: [ImageName: Set<String>] = [:]
    private var removals: [ImageName: (remover: String, end: Duration)] = [:]
    private var count = 0

    init(clock: SteppedClock) { self.clock = clock }

    func hold(_ name: ImageName, for lease: String) throws(MarketError) {
        if let removal = removals[name], removal.end > clock.elapsed {
            throw .unavailable(reason: "it is being removed")
        }
        held[name, default: []].insert(lease)
    }

    func release(_ names: Set<ImageName>, of lease: String) {
        for name in names { held[name]?.remove(lease) }
    }

    func beginRemoval(of names: Set<ImageName>) -> ImageRemoval {
        count += 1
        let removable = names.filter { held[$0, default: []].isEmpty && (removals[$0]?.end ?? .zero) <= clock.elapsed }
        for name in removable { removals[name] = ("\(count)", clock.elapsed + .seconds(30)) }
        return ImageRemoval(names: removable, remover: "\(count)", endsByItself: true)
    }

    func endRemoval(_ removal: ImageRemoval) -> Set<ImageName> {
        let claimed = removal.names.filter {
            removals[$0].map { $0.remover == removal.remover && $0.end > clock.elapsed } ?? false
        }
        for name in removal.names where removals[name]?.remover == removal.remover { removals[name] = nil }
        return removal.names.subtracting(claimed)
    }
}

/// A market without products that takes longer to say so than a removal may take.
private struct SlowReferences: ImageReferences, ReleasedImageStore {
    let clock: SteppedClock

    func unusedImages(among names: Set<ImageName>) -> Set<ImageName> {
        clock.advance(seconds: 11)
        return names
    }

    func releasedImages(named names: Set<ImageName>) -> [ReleasedImage] { [] }

    func releasedImages(after last: Int64, limit: Int) -> [ReleasedImage] { [] }

    func removeReleased(_ images: [ReleasedImage]) {}
}
