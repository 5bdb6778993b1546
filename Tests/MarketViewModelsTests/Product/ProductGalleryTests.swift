import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing

@MainActor
struct ProductGalleryTests {
    private let fixture = ProductFixture()

    @Test func imagesStandInTheSellersOrderHoweverTheyArrive() async throws {
        try await fixture.load(Samples.product(9, images: [1, 2, 3, 4, 5]))
        // Paged through faster than they arrive.
        for index in 1..<5 { fixture.model.showImage(index) }
        try await until("all are asked for") { fixture.images.requests.count == 5 }
        for number in [4, 2, 5, 1, 3] {
            let call = try #require(fixture.images.pending.first { $0.request == ProductFixture.url(number) })
            call.response("\(number)")
            try await until("\(number) is there") { fixture.slots[number - 1] == "\(number)" }
        }
        #expect(fixture.slots == ["1", "2", "3", "4", "5"])
    }

    @Test func whatIsInViewAndTheNextAreLoadedAndNoOthers() async throws {
        try await fixture.load(Samples.product(9, images: [1, 2, 3, 4]))
        #expect(fixture.model.gallery.next == 1)
        try await until("two are asked for") { fixture.images.requests.count > 1 }
        await settle()
        #expect(
            fixture.images.requests.sorted { $0.path() < $1.path() } == [ProductFixture.url(1), ProductFixture.url(2)]
        )
        fixture.model.showImage(1)
        try await until("the third is asked for") { fixture.images.requests.count == 3 }
        #expect(fixture.images.requests.last == ProductFixture.url(3))
        #expect(fixture.model.place == "2 / 4")
        #expect(fixture.model.accessibilityLabel(ofImage: 1) == "의자 9 사진, 4장 중 2번째")
    }

    @Test func coveredScreenKeepsNoImagesAndLoadsThemAgain() async throws {
        try await fixture.load(Samples.product(9, images: [1, 2, 3]))
        try await until("the first is asked for") { fixture.images.requests.count == 2 }
        for call in fixture.images.pending { call.response("there") }
        try await until("they are there") { fixture.slots.prefix(2) == ["there", "there"] }
        fixture.model.releaseImages()
        #expect(fixture.slots == ["…", "…", "…"])
        fixture.model.showImage(fixture.model.gallery.current)
        try await until("they are asked for again") { fixture.images.requests.count == 4 }
    }

    @Test func lastImageHasNoNextAndPlacesThatAreNotThereChangeNothing() async throws {
        try await fixture.load(Samples.product(9, images: [1, 2]))
        fixture.model.showImage(1)
        #expect(fixture.model.gallery.next == nil)
        fixture.model.showImage(2)
        fixture.model.showImage(-1)
        #expect(fixture.model.gallery.current == 1)
    }

    @Test func singleImageHasNoPlace() async throws {
        try await fixture.load(Samples.product(9, images: [1]))
        #expect(fixture.model.place == nil)
        #expect(fixture.model.gallery.next == nil)
    }

    @Test func failedImageCanBeAskedForAgain() async throws {
        try await fixture.load(Samples.product(9, images: [1, 2]))
        try await until("both are asked for") { fixture.images.pending.count == 2 }
        let call = try #require(fixture.images.pending.first { $0.request == ProductFixture.url(1) })
        call.fail(Samples.offline)
        try await until("it says so") { fixture.slots == ["×", "…"] }
        fixture.model.retryImage(1)
        fixture.model.retryImage(0)
        #expect(fixture.slots == ["…", "…"])
        try await until("it is asked for again") { fixture.images.requests.count == 3 }
        let again = try #require(fixture.images.pending.first { $0.request == ProductFixture.url(1) })
        again.response("1")
        try await until("it is there") { fixture.slots == ["1", "…"] }
    }

    @Test func editedOrderKeepsWhatIsLoadedAndWhatIsInView() async throws {
        try await fixture.load(Samples.product(9, images: [1, 2, 3]))
        fixture.model.showImage(1)
        try await until("all are asked for") { fixture.images.pending.count == 3 }
        for call in fixture.images.pending where call.request != ProductFixture.url(3) {
            call.response(call.request.path())
        }
        try await until("two are there") { fixture.slots.count { $0 == "…" } == 1 }
        fixture.model.apply(.edited(Samples.product(9, images: [3, 2, 7], version: 2)))
        #expect(fixture.slots == ["…", "/images/2.jpg", "…"])
        #expect(fixture.model.gallery.current == 1)
        // The third was in flight: it is shown at its new position.
        fixture.images.pending.first { $0.request == ProductFixture.url(3) }?.response("3")
        try await until("it is in its new place") { fixture.slots[0] == "3" }
    }

    @Test func imagesThatAreNotWaitedForAreCancelledAndAskedForAnew() async throws {
        try await fixture.load(Samples.product(9, images: [1, 2]))
        try await until("both are asked for") { fixture.images.pending.count == 2 }
        fixture.model.stop()
        try await until("both are cancelled") { fixture.images.pending.isEmpty }
        #expect(fixture.slots == ["…", "…"])
        fixture.model.showImage(0)
        try await until("both are asked for again") { fixture.images.pending.count == 2 }
    }
}
