import MarketModels
import Testing

@testable import MarketCore

/// Sizes for the pages are generated once, on first request.
@Suite(.timeLimit(.minutes(30))) struct WebImagesTests {
    private let fixture = ImageFixture()
    private let integrity = IntegrityMonitor()
    private let images: WebImages
    private let proof: ImageProof

    init() async throws {
        images = WebImages(images: fixture, processor: fixture, references: fixture, integrity: integrity)
        fixture.put("a")
        proof = try await Self.proof(fixture.name("a"))
    }

    private static func proof(_ name: ImageName) async throws -> ImageProof {
        try #require(try await ImageVisibility(store: WithheldImages()).forEverybody(name))
    }

    @Test func sizeIsMadeOnceAndKept() async throws {
        let first = try #require(try await images.find(proof, .web(.card)))
        #expect(try await images.find(proof, .web(.card)) == first)
        #expect(fixture.makings == 1)
        #expect(try await images.find(proof, .web(.large)) != first)
        #expect(fixture.makings == 2)
    }

    @Test func sizeIsMadeOnceForHoweverManyAskAtOnce() async throws {
        let gate = fixture.stopInsideNextMaking()
        try await withThrowingTaskGroup(of: StoredFile?.self) { group in
            for _ in 0..<50 { group.addTask { [images, proof] in try await images.find(proof, .web(.card)) } }
            await gate.reached()
            for _ in 0..<1000 { await Task.yield() }
            await gate.open()
            for try await file in group { #expect(file != nil) }
        }
        #expect(fixture.makings == 1)
    }

    @Test func whoeverGoesAwayLeavesTheMakingToTheNext() async throws {
        let gate = fixture.stopInsideNextMaking()
        let first = Task { [images, proof] in try await images.find(proof, .web(.card)) }
        await gate.reached()
        let second = Task { [images, proof] in try await images.find(proof, .web(.card)) }
        for _ in 0..<1000 { await Task.yield() }
        first.cancel()
        await gate.open()
        #expect(try await second.value != nil)
        #expect(fixture.makings == 2)
    }

    @Test func failureIsToldAndTheNextAskerTriesAgain() async throws {
        fixture.failNextMaking(.busy)
        await #expect(throws: MarketError.busy) { try await images.find(proof, .web(.card)) }
        fixture.failNextMaking(.unavailable(reason: "odd"))
        await #expect {
            try await images.find(proof, .web(.card))
        } throws: { error in
            guard case MarketError.unavailable(let reason) = error else { return false }
            return reason.contains("odd")
        }
        #expect(try await images.find(proof, .web(.card)) != nil)
    }

    @Test func imageThatIsNotThereHasNoSizes() async throws {
        #expect(try await images.find(Self.proof(fixture.name("b")), .web(.card)) == nil)
        #expect(fixture.makings == 0)
        #expect(integrity.damage(of: .images) == nil, "nothing shows it")
    }

    @Test func imageThatIsNotThereAlthoughAProductShowsItIsReported() async throws {
        let proof = try await Self.proof(fixture.name("b"))
        fixture.use("b")
        #expect(try await images.find(proof, .web(.card)) == nil)
        #expect(integrity.damage(of: .images)?.contains(proof.name.hexDigits) == true)
    }

    @Test func imageThatGoesWhileItsSizeIsMadeIsGone() async throws {
        let gate = fixture.stopInsideNextMaking()
        async let found = images.find(proof, .web(.card))
        await gate.reached()
        try await fixture.remove([proof.name])
        await gate.open()
        #expect(try await found == nil)
        #expect(try await images.find(proof, .web(.card)) == nil)
    }
}
