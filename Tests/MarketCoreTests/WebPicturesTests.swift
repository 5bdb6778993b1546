import MarketCore
import MarketModels
import Testing

/// Sizes for the pages are made when somebody asks first, once.
@Suite(.timeLimit(.minutes(30))) struct WebPicturesTests {
    private let world = PictureWorld()
    private let pictures: WebPictures

    init() {
        pictures = WebPictures(images: world, processor: world)
        world.put("a")
    }

    private var name: PictureName { world.name("a") }

    @Test func sizeIsMadeOnceAndKept() async throws {
        let first = try #require(try await pictures.find(name, .card))
        #expect(try await pictures.find(name, .card) == first)
        #expect(world.makings == 1)
        #expect(try await pictures.find(name, .large) != first)
        #expect(world.makings == 2)
    }

    @Test func sizeIsMadeOnceForHoweverManyAskAtOnce() async throws {
        let gate = world.stopInsideNextMaking()
        try await withThrowingTaskGroup(of: StoredFile?.self) { group in
            for _ in 0..<50 { group.addTask { [pictures, name] in try await pictures.find(name, .card) } }
            await gate.reached()
            for _ in 0..<1000 { await Task.yield() }
            await gate.open()
            for try await file in group { #expect(file != nil) }
        }
        #expect(world.makings == 1)
    }

    @Test func whoeverGoesAwayLeavesTheMakingToTheNext() async throws {
        let gate = world.stopInsideNextMaking()
        let first = Task { [pictures, name] in try await pictures.find(name, .card) }
        await gate.reached()
        let second = Task { [pictures, name] in try await pictures.find(name, .card) }
        for _ in 0..<1000 { await Task.yield() }
        first.cancel()
        await gate.open()
        #expect(try await second.value != nil)
        #expect(world.makings == 2)
    }

    @Test func failureIsToldAndTheNextAskerTriesAgain() async throws {
        world.failNextMaking(.busy)
        await #expect(throws: MarketError.busy) { try await pictures.find(name, .card) }
        world.failNextMaking(.failed(reason: "odd"))
        await #expect {
            try await pictures.find(name, .card)
        } throws: { error in
            guard case MarketError.unavailable(let reason) = error else { return false }
            return reason.contains("odd")
        }
        #expect(try await pictures.find(name, .card) != nil)
    }

    @Test func pictureThatIsNotThereHasNoSizes() async throws {
        #expect(try await pictures.find(world.name("b"), .card) == nil)
        #expect(world.makings == 0)
    }

    @Test func pictureThatGoesWhileItsSizeIsMadeIsGone() async throws {
        let gate = world.stopInsideNextMaking()
        async let found = pictures.find(name, .card)
        await gate.reached()
        try await world.remove([name])
        await gate.open()
        #expect(try await found == nil)
        #expect(try await pictures.find(name, .card) == nil)
    }
}
