import Testing

@testable import MarketCore

struct DraftImagesTests {
    private static let limits = SharedLimit(total: 1000, perAddress: 200)

    private let fixture = ImageFixture()
    private let imageLifecycle: ImageLifecycle

    init() {
        imageLifecycle = ImageLifecycle(store: fixture, images: fixture, processor: fixture)
    }

    private func drafts(_ clock: SteppedClock = SteppedClock(), _ limits: SharedLimit = limits) -> DraftImages {
        let table = InProcessPorts(clock: clock).drafts
        return DraftImages(imageLifecycle: imageLifecycle, table: table, limits: limits) { _, _ in }
    }

    @Test func imagesOfARefusedFormAreKeptForAnHour() async throws {
        let clock = SteppedClock()
        let drafts = drafts(clock)
        let token = try #require(try await drafts.save([fixture.upload("a")], for: .ipv4(1)).first?.get().token)
        clock.advance(seconds: 3599)
        #expect(try await drafts.image(token)?.name == fixture.name("a"))
        await imageLifecycle.removeUnused([fixture.name("a")])
        #expect(fixture.stored.contains(fixture.name("a")))
        clock.advance(seconds: 2)
        #expect(try await drafts.image(token) == nil)
        // The next refused form cleans up expired images.
        _ = await drafts.save([fixture.upload("b")], for: .ipv4(1))
        #expect(fixture.stored == [fixture.name("b")])
    }

    @Test func expiredImagesAreRemovedWithoutAnotherForm() async throws {
        let clock = SteppedClock()
        let drafts = drafts(clock)
        _ = await drafts.save([fixture.upload("a")], for: .ipv4(1))
        clock.advance(seconds: 1800)
        _ = await drafts.save([fixture.upload("b")], for: .ipv4(1))
        clock.advance(seconds: 1801)
        await drafts.removeOld()
        #expect(fixture.stored == [fixture.name("b")])
    }

    @Test func imagesOfAProductAreCopiedAndHeld() async throws {
        let clock = SteppedClock()
        let drafts = drafts(clock)
        for name in ["a", "b"] { fixture.put(name) }
        fixture.use("a")
        let images = ["a", "b"].map { NewImage(name: fixture.name($0), width: 1, height: 1) }
        // No product shows the second one any more, so that it may be removed at any time.
        let copies = try await drafts.copy(images, for: .ipv4(1))
        #expect(copies.map(\.image) == [images[0]])
        // Then the product is deleted.
        fixture.stopUsing("a")
        await imageLifecycle.removeUnused([fixture.name("a"), fixture.name("b")])
        #expect(fixture.stored == [fixture.name("a")])
        #expect(try await drafts.image(copies[0].token) == images[0])
        clock.advance(seconds: 3601)
        _ = try await drafts.copy([], for: .ipv4(1))
        #expect(fixture.stored.isEmpty)
    }

    /// A form's second attempt takes so long that its images expire, and others fill the space meanwhile.
    @Test func draftsThatAreBeingUsedStay() async throws {
        let clock = SteppedClock()
        let drafts = drafts(clock, SharedLimit(total: 3, perAddress: 2))
        let token = try #require(try await drafts.save([fixture.upload("a")], for: .ipv4(1)).first?.get().token)
        try await drafts.holding([token]) {
            clock.advance(seconds: 7200)
            for name in ["b", "c", "d", "e"] { _ = await drafts.save([fixture.upload(name)], for: .ipv4(1)) }
            let image = try await drafts.image(token)
            #expect(image?.name == fixture.name("a"))
            #expect(fixture.stored.contains(fixture.name("a")))
            // Another submission of the same form has finished with it.
            await drafts.remove([token])
            #expect(fixture.stored.contains(fixture.name("a")))
        }
        #expect(try await drafts.image(token) == nil)
        #expect(!fixture.stored.contains(fixture.name("a")))
    }

    @Test func refusedFormsOfOneAddressEvictNobodyElses() async throws {
        let drafts = drafts()
        var others: [String] = []
        for number: UInt32 in 0..<180 {
            let kept = await drafts.save([fixture.upload("of \(number)")], for: .ipv4(number))
            others.append(try #require(kept.first).get().token)
        }
        for form in 0..<208 {
            let images = (0..<5).map { fixture.upload("form \(form), \($0)") }
            _ = await drafts.save(images, for: .ipv4(1000))
        }
        for token in others { #expect(try await drafts.image(token) != nil) }
        #expect(fixture.stored.count == 180 + Self.limits.perAddress)
    }

    @Test func whereAllKeepTooManyTheGreediestAddressLosesItsOldest() async throws {
        let drafts = drafts(SteppedClock(), SharedLimit(total: 5, perAddress: 200))
        for name in ["a", "b", "c", "d"] { _ = await drafts.save([fixture.upload(name)], for: .ipv4(1)) }
        for name in ["e", "f"] { _ = await drafts.save([fixture.upload(name)], for: .ipv4(2)) }
        #expect(fixture.stored == Set(["b", "c", "d", "e", "f"].map(fixture.name)))
    }
}
