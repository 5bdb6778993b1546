import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct ProductGalleryTests {
    private let world = ProductWorld()

    @Test func picturesStandInTheSellersOrderHoweverTheyArrive() async throws {
        try await world.load(Samples.product(9, images: [1, 2, 3, 4, 5]))
        world.model.loadAllPictures()
        try await until("all are asked for") { world.images.requests.count == 5 }
        for number in [4, 2, 5, 1, 3] {
            let call = try #require(world.images.pending.first { $0.request == ProductWorld.url(number) })
            call.answer("\(number)")
            try await until("\(number) is there") { world.slots[number - 1] == "\(number)" }
        }
        #expect(world.slots == ["1", "2", "3", "4", "5"])
    }

    @Test func whatIsInViewAndTheNextAreLoadedAndNoOthers() async throws {
        try await world.load(Samples.product(9, images: [1, 2, 3, 4]))
        #expect(world.model.gallery.next == 1)
        await settle()
        #expect(world.images.requests.sorted { $0.path() < $1.path() } == [ProductWorld.url(1), ProductWorld.url(2)])
        world.model.showPicture(1)
        try await until("the third is asked for") { world.images.requests.count == 3 }
        #expect(world.images.requests.last == ProductWorld.url(3))
        #expect(world.model.place == "2 / 4")
        #expect(world.model.accessibilityLabel(ofPicture: 1) == "의자 9 사진, 4장 중 2번째")
    }

    @Test func lastPictureHasNoNextAndPlacesThatAreNotThereChangeNothing() async throws {
        try await world.load(Samples.product(9, images: [1, 2]))
        world.model.showPicture(1)
        #expect(world.model.gallery.next == nil)
        world.model.showPicture(2)
        world.model.showPicture(-1)
        #expect(world.model.gallery.current == 1)
    }

    @Test func singlePictureHasNoPlace() async throws {
        try await world.load(Samples.product(9, images: [1]))
        #expect(world.model.place == nil)
        #expect(world.model.gallery.next == nil)
    }

    @Test func failedPictureCanBeAskedForAgain() async throws {
        try await world.load(Samples.product(9, images: [1, 2]))
        try await until("both are asked for") { world.images.pending.count == 2 }
        let call = try #require(world.images.pending.first { $0.request == ProductWorld.url(1) })
        call.fail(Samples.offline)
        try await until("it says so") { world.slots == ["×", "…"] }
        world.model.retryPicture(1)
        world.model.retryPicture(0)
        #expect(world.slots == ["…", "…"])
        try await until("it is asked for again") { world.images.requests.count == 3 }
        let again = try #require(world.images.pending.first { $0.request == ProductWorld.url(1) })
        again.answer("1")
        try await until("it is there") { world.slots == ["1", "…"] }
    }

    @Test func editedOrderKeepsWhatIsLoadedAndWhatIsInView() async throws {
        try await world.load(Samples.product(9, images: [1, 2, 3]))
        world.model.showPicture(1)
        try await until("all are asked for") { world.images.pending.count == 3 }
        for call in world.images.pending where call.request != ProductWorld.url(3) { call.answer(call.request.path()) }
        try await until("two are there") { world.slots.count { $0 == "…" } == 1 }
        world.model.apply(.edited(Samples.product(9, images: [3, 2, 7], version: 2)))
        #expect(world.slots == ["…", "/images/2.jpg", "…"])
        #expect(world.model.gallery.current == 1)
        // The third was on its way: it comes to where it stands now.
        world.images.pending.first { $0.request == ProductWorld.url(3) }?.answer("3")
        try await until("it is in its new place") { world.slots[0] == "3" }
    }

    @Test func picturesThatAreNotWaitedForAreCancelledAndAskedForAnew() async throws {
        try await world.load(Samples.product(9, images: [1, 2]))
        try await until("both are asked for") { world.images.pending.count == 2 }
        world.model.stop()
        try await until("both are cancelled") { world.images.pending.isEmpty }
        #expect(world.slots == ["…", "…"])
        world.model.showPicture(0)
        try await until("both are asked for again") { world.images.pending.count == 2 }
    }
}
