import MarketCore
import MarketModels
import Testing

/// What a crash has left behind is cleaned up; what only looks unused because the database is wrong is not.
struct ImageCleanupTests {
    private let now = Timestamp(millisecondsSinceEpoch: 1_643_016_615_000)
    private let fixture = ImageFixture()
    private let imageLifecycle: ImageLifecycle

    init() {
        imageLifecycle = ImageLifecycle(store: fixture, images: fixture, processor: fixture)
    }

    @Test func cleanupRemovesWhatNobodyUsesAndNothingElse() async throws {
        for text in ["a", "b", "c"] { fixture.put(text) }
        fixture.use("b")
        let outcome = try await imageLifecycle.cleanUp(at: now)
        #expect(outcome.storedCount == 3 && outcome.unusedCount == 2 && !outcome.isStopped)
        #expect(fixture.stored == [fixture.name("b")])
        #expect(fixture.trash == [fixture.name("a"), fixture.name("c")])
    }

    @Test func whatAProductHasReleasedGoesForGood() async throws {
        for text in ["a", "b"] { fixture.put(text) }
        fixture.release("a")
        try await imageLifecycle.cleanUp(at: now)
        #expect(fixture.stored.isEmpty && fixture.trash == [fixture.name("b")])
        #expect(fixture.released.isEmpty)
    }

    @Test func youngImageStays() async throws {
        fixture.put("young", changedAt: now.adding(seconds: -ImageLifecycle.cleanupAge + 60))
        fixture.put("old", changedAt: now.adding(seconds: -ImageLifecycle.cleanupAge - 60))
        try await imageLifecycle.cleanUp(at: now)
        #expect(fixture.stored == [fixture.name("young")])
    }

    @Test func cleanupThatWouldRemoveTooMuchStopsAndRemovesNothing() async throws {
        for number in 0..<400 { fixture.put("\(number)") }
        for number in 0..<360 { fixture.use("\(number)") }
        let outcome = try await imageLifecycle.cleanUp(at: now)
        #expect(outcome.isStopped && outcome.unusedCount == 40)
        #expect(fixture.stored.count == 400 && fixture.trash.isEmpty)
        #expect(try await !imageLifecycle.cleanUp(at: now, isForced: true).isStopped)
        #expect(fixture.stored.count == 360 && fixture.trash.count == 40)
    }

    @Test func fewPerCentAreTaken() async throws {
        for number in 0..<400 { fixture.put("\(number)") }
        for number in 0..<385 { fixture.use("\(number)") }
        #expect(try await !imageLifecycle.cleanUp(at: now).isStopped)
        #expect(fixture.stored.count == 385)
    }

    @Test func namesComeInParts() async throws {
        for number in 0..<400 { fixture.put(String(UnicodeScalar(UInt8(33 + number % 90))) + "\(number)") }
        try await imageLifecycle.cleanUp(at: now, isForced: true)
        #expect(fixture.mostNamesAtOnce < 200)
    }

    @Test func trashIsEmptiedAfterAWeek() async throws {
        fixture.put("a")
        try await imageLifecycle.cleanUp(at: now)
        try await imageLifecycle.cleanUp(at: now.adding(seconds: ImageLifecycle.trashAge - 60))
        #expect(fixture.trash == [fixture.name("a")])
        try await imageLifecycle.cleanUp(at: now.adding(seconds: ImageLifecycle.trashAge + 60))
        #expect(fixture.trash.isEmpty)
    }

    @Test func imageThatIsJustBeingListedIsNotRemoved() async throws {
        let held = try await imageLifecycle.save([fixture.upload("a")], for: .unknown)
        try await imageLifecycle.cleanUp(at: now)
        #expect(fixture.stored == [fixture.name("a")])
        await imageLifecycle.release(held)
        try await imageLifecycle.cleanUp(at: now)
        #expect(fixture.stored.isEmpty)
    }
}
