import MarketCore
import Testing

struct PictureDraftsTests {
    @Test func picturesOfARefusedFormAreKeptForAnHour() async throws {
        let (world, clock) = (PictureWorld(), SteppedClock())
        let shelf = PictureShelf(store: world, images: world, processor: world)
        let drafts = PictureDrafts(shelf: shelf, clock: clock)
        let token = try #require(try await drafts.keep([world.upload("a")], for: .ipv4(1)).first?.get().token)
        clock.advance(seconds: 3599)
        #expect(await drafts.picture(token)?.name == world.name("a"))
        await shelf.removeUnused([world.name("a")])
        #expect(world.stored.contains(world.name("a")))
        clock.advance(seconds: 2)
        #expect(await drafts.picture(token) == nil)
        // The next form that is refused clears away what is too old.
        _ = await drafts.keep([world.upload("b")], for: .ipv4(1))
        #expect(world.stored == [world.name("b")])
    }

    /// A form's second try goes on for so long that its pictures come of age, and others fill all the room meanwhile.
    @Test func draftsThatAreBeingUsedStay() async throws {
        let (world, clock) = (PictureWorld(), SteppedClock())
        let shelf = PictureShelf(store: world, images: world, processor: world)
        var limits = PictureDrafts.Limits()
        limits.perAddress = 2
        limits.total = 3
        let drafts = PictureDrafts(shelf: shelf, limits: limits, clock: clock)
        let token = try #require(try await drafts.keep([world.upload("a")], for: .ipv4(1)).first?.get().token)
        try await drafts.holding([token]) {
            clock.advance(seconds: 7200)
            for name in ["b", "c", "d", "e"] { _ = await drafts.keep([world.upload(name)], for: .ipv4(1)) }
            #expect(await drafts.picture(token)?.name == world.name("a"))
            #expect(world.stored.contains(world.name("a")))
            // Another tap of the same form is done with it.
            await drafts.forget([token])
            #expect(world.stored.contains(world.name("a")))
        }
        #expect(await drafts.picture(token) == nil)
        #expect(!world.stored.contains(world.name("a")))
    }

    @Test func refusedFormsOfOneAddressEvictNobodyElses() async throws {
        let world = PictureWorld()
        let shelf = PictureShelf(store: world, images: world, processor: world)
        let drafts = PictureDrafts(shelf: shelf, clock: SteppedClock())
        var others: [String] = []
        for number: UInt32 in 0..<180 {
            let kept = await drafts.keep([world.upload("of \(number)")], for: .ipv4(number))
            others.append(try #require(kept.first).get().token)
        }
        for form in 0..<208 {
            let images = (0..<5).map { world.upload("form \(form), \($0)") }
            _ = await drafts.keep(images, for: .ipv4(1000))
        }
        for token in others { #expect(await drafts.picture(token) != nil) }
        #expect(world.stored.count == 180 + PictureDrafts.Limits().perAddress)
    }

    @Test func whereAllKeepTooManyTheGreediestAddressLosesItsOldest() async throws {
        let world = PictureWorld()
        let shelf = PictureShelf(store: world, images: world, processor: world)
        var limits = PictureDrafts.Limits()
        limits.total = 5
        let drafts = PictureDrafts(shelf: shelf, limits: limits, clock: SteppedClock())
        for name in ["a", "b", "c", "d"] { _ = await drafts.keep([world.upload(name)], for: .ipv4(1)) }
        for name in ["e", "f"] { _ = await drafts.keep([world.upload(name)], for: .ipv4(2)) }
        #expect(world.stored == Set(["b", "c", "d", "e", "f"].map(world.name)))
    }
}
