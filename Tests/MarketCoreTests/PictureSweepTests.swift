import MarketCore
import MarketModels
import Testing

/// What a crash has left over is swept; what only looks unused because the database is wrong is not.
struct PictureSweepTests {
    private let now = Timestamp(millisecondsSinceEpoch: 1_643_016_615_000)

    @Test func sweepTakesWhatNobodyUsesAndNothingElse() async throws {
        let world = PictureWorld()
        let shelf = PictureShelf(store: world, images: world, processor: world)
        for text in ["a", "b", "c"] { world.put(text) }
        world.use("b")
        let outcome = try await shelf.sweep(at: now)
        #expect(outcome.storedCount == 3 && outcome.unusedCount == 2 && !outcome.isStopped)
        #expect(world.stored == [world.name("b")])
        #expect(world.trash == [world.name("a"), world.name("c")])
    }

    @Test func youngPictureStays() async throws {
        let world = PictureWorld()
        let shelf = PictureShelf(store: world, images: world, processor: world)
        world.put("young", changedAt: now.adding(seconds: -PictureShelf.sweepAge + 60))
        world.put("old", changedAt: now.adding(seconds: -PictureShelf.sweepAge - 60))
        try await shelf.sweep(at: now)
        #expect(world.stored == [world.name("young")])
    }

    @Test func sweepThatWouldTakeTooMuchStopsAndTakesNothing() async throws {
        let world = PictureWorld()
        let shelf = PictureShelf(store: world, images: world, processor: world)
        for number in 0..<400 { world.put("\(number)") }
        for number in 0..<360 { world.use("\(number)") }
        let outcome = try await shelf.sweep(at: now)
        #expect(outcome.isStopped && outcome.unusedCount == 40)
        #expect(world.stored.count == 400 && world.trash.isEmpty)
        #expect(try await !shelf.sweep(at: now, isForced: true).isStopped)
        #expect(world.stored.count == 360 && world.trash.count == 40)
    }

    @Test func fewPerCentAreTaken() async throws {
        let world = PictureWorld()
        let shelf = PictureShelf(store: world, images: world, processor: world)
        for number in 0..<400 { world.put("\(number)") }
        for number in 0..<385 { world.use("\(number)") }
        #expect(try await !shelf.sweep(at: now).isStopped)
        #expect(world.stored.count == 385)
    }

    @Test func namesComeInParts() async throws {
        let world = PictureWorld()
        let shelf = PictureShelf(store: world, images: world, processor: world)
        for number in 0..<400 { world.put(String(UnicodeScalar(UInt8(33 + number % 90))) + "\(number)") }
        try await shelf.sweep(at: now, isForced: true)
        #expect(world.mostNamesAtOnce < 200)
    }

    @Test func trashIsEmptiedAfterAWeek() async throws {
        let world = PictureWorld()
        let shelf = PictureShelf(store: world, images: world, processor: world)
        world.put("a")
        try await shelf.sweep(at: now)
        try await shelf.sweep(at: now.adding(seconds: PictureShelf.trashAge - 60))
        #expect(world.trash == [world.name("a")])
        try await shelf.sweep(at: now.adding(seconds: PictureShelf.trashAge + 60))
        #expect(world.trash.isEmpty)
    }

    @Test func pictureThatIsJustBeingListedIsNotSwept() async throws {
        let world = PictureWorld()
        let shelf = PictureShelf(store: world, images: world, processor: world)
        let held = try await shelf.keep([world.upload("a")])
        try await shelf.sweep(at: now)
        #expect(world.stored == [world.name("a")])
        await shelf.letGo(held)
        try await shelf.sweep(at: now)
        #expect(world.stored.isEmpty)
    }
}
