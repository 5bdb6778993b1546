import Foundation
import MarketClient
import MarketViewModels
import Synchronization
import Testing
import UIKit

@testable import OpenMarket

@MainActor
struct ListingPicturesTests {
    @Test
    func stripBeginsWithTheCellThatAddsAndTakesFive() async throws {
        try await AppDriver.run { app in
            let form = try await app.startListing()
            let pictures = try (1...6).map { try PhotoLibrary.picture(TestPicture.png($0), in: app.market.folder) }
            try await app.choose(Array(pictures.prefix(3)))
            try await app.wait("three pictures") { (try? app.pictureLabels.count) == 3 }
            #expect(try app.strip().collectionView.cellForItem(at: IndexPath(item: 0, section: 0)) is AddPictureCell)
            // The picker lets people choose as many as there is room for.
            try await app.choose(Array(pictures.suffix(3)))
            try await app.wait("five pictures") { form.model.images.count == 5 }
            #expect(!app.canTap("Choose from library"))
            try await app.tap("Remove picture 1")
            try await app.wait("four pictures") { form.model.images.count == 4 }
            #expect(app.canTap("Choose from library"))
        }
    }

    @Test
    func picturesAreMovedWithoutDraggingAndNothingComesBeforeTheCellThatAdds() async throws {
        try await AppDriver.run { app in
            let form = try await app.startListing()
            let pictures = try (1...3).map { try PhotoLibrary.picture(TestPicture.png($0), in: app.market.folder) }
            try await app.choose(pictures)
            try await app.wait("three pictures") { (try? app.pictureLabels.count) == 3 }
            let ids = form.model.images.map(\.id)
            let strip = try app.strip().collectionView as UICollectionView
            let second = try #require(strip.cellForItem(at: IndexPath(item: 2, section: 0)) as? FormPictureCell)
            let forward = try #require(second.accessibilityCustomActions?.first { $0.name == "Move forward" })
            #expect(forward.actionHandler?(forward) == true)
            await app.settle()
            #expect(form.model.images.map(\.id) == [ids[1], ids[0], ids[2]])
            strip.drag(IndexPath(item: 3, section: 0), to: IndexPath(item: 0, section: 0))
            await app.settle()
            #expect(form.model.images.map(\.id) == [ids[2], ids[1], ids[0]])
            #expect(strip.cellForItem(at: IndexPath(item: 0, section: 0)) is AddPictureCell)
            #expect(try app.pictureLabels.sorted().first == "Pictures, 1 / 3, Cover")
        }
    }

    @Test
    func photoOfTheCameraIsAdded() async throws {
        try await AppDriver.run { app in
            let form = try await app.startListing()
            try await app.tap("Camera")
            let camera = try await app.front(UIImagePickerController.self)
            let photo = try #require(UIImage(systemName: "photo"))
            photo.encoded = TestPicture.png(4)
            camera.take(photo)
            try await app.wait("a picture") { form.model.images.count == 1 }
            #expect(app.screen === form)
        }
    }

    @Test
    func pictureThatIsBeingPreparedShowsItAndCanBeLeftOut() async throws {
        try await AppDriver.run { app in
            let form = try await app.startListing()
            let gate = Gate()
            let slow = try PhotoLibrary.picture(TestPicture.png(1), in: app.market.folder)
            slow.waitUntilReady = { await gate.wait() }
            let quick = try PhotoLibrary.picture(TestPicture.png(2), in: app.market.folder)
            try await app.choose([slow, quick])
            #expect(try app.strip().collectionView.visibleCells.count { $0 is FormPictureCell } == 2)
            #expect(form.model.images.isEmpty)
            let cell = try app.strip().collectionView.cellForItem(at: IndexPath(item: 1, section: 0))
            let leaveOut = try #require(cell?.accessibilityCustomActions?.first)
            #expect(leaveOut.actionHandler?(leaveOut) == true)
            gate.open()
            try await app.wait("the other picture") { form.model.images.count == 1 }
            try await app.wait("one picture in the strip") { (try? app.pictureLabels) == ["Pictures, 1 / 1, Cover"] }
        }
    }

    @Test
    func fileThatIsNoPictureIsRefusedByNameAndTheOthersAreTaken() async throws {
        try await AppDriver.run { app in
            let form = try await app.startListing()
            let text = try PhotoLibrary.text(named: "notes.txt", in: app.market.folder)
            let picture = try PhotoLibrary.picture(TestPicture.png(1), in: app.market.folder)
            try await app.choose([text, picture])
            try await app.waitFor("“notes.txt” can’t be opened as a picture.")
            try await app.tap("OK")
            try await app.wait("the picture") { form.model.images.count == 1 }
        }
    }
}

/// What happens to pictures on their way to the market.
extension ListingPicturesTests {
    @Test
    func largePhotoIsMadeSmallerAndASmallOneStaysAsItIs() async throws {
        try await AppDriver.run { app in
            let form = try await app.startListing()
            let photo = TestPicture.large(width: 4000, height: 3000, byteCount: 2_000_000)
            let pictures = [photo, TestPicture.png(1)]
            try await app.choose(pictures.map { try PhotoLibrary.picture($0, in: app.market.folder) })
            try await app.wait("two pictures") { form.model.images.count == 2 }
            let files = form.model.images.compactMap { image -> Data? in
                guard case .file(let file) = image.upload else { return nil }
                return try? Data(contentsOf: file)
            }
            let shrunk = try await ImageIODecoder().decode(files[0], fitting: nil).image.image
            #expect(shrunk.width == 2048)
            #expect(shrunk.height == 1536)
            #expect(files[0].count < photo.count)
            #expect(files[1] == pictures[1])
            // The market takes what is sent.
            try await app.fillIn(name: "Oak chair", price: "35000")
            try await app.tap("List it")
            _ = try await app.screen(ProductViewController.self)
        }
    }

    @Test
    func pictureThatTheMarketCannotUseIsMarkedAndTheOthersAreListed() async throws {
        try await AppDriver.run { app in
            let form = try await app.startListing()
            let pictures = [TestPicture.png(1), Data("no picture".utf8), TestPicture.png(2)]
            try await app.choose(pictures.map { try PhotoLibrary.picture($0, in: app.market.folder) })
            try await app.wait("three pictures") { form.model.images.count == 3 }
            try await app.fillIn(name: "Oak chair", price: "35000")
            try await app.tap("List it")
            let sentence = "Picture 2 can’t be opened. Use a JPEG, PNG, GIF, WebP, or HEIC picture."
            try await app.waitFor(sentence)
            try await app.wait("the mark") {
                (try? app.pictureLabels.contains("Pictures, 2 / 3, \(sentence)")) == true
            }
            #expect(try app.pictureLabels.count { $0.contains(sentence) } == 1)
            try await app.tap("Remove picture 2")
            try await app.waitUntilGone(sentence)
            try await app.tap("List it")
            let screen = try await app.screen(ProductViewController.self)
            try await app.wait("the other pictures") { screen.model.gallery.slots.count == 2 }
        }
    }
}

/// Lets through what waits once it is opened.
private final class Gate: Sendable {
    private let waiting = Mutex<(isOpen: Bool, continuations: [CheckedContinuation<Void, Never>])>((false, []))

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = waiting.withLock { waiting in
                if !waiting.isOpen { waiting.continuations.append(continuation) }
                return waiting.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let continuations = waiting.withLock { waiting in
            waiting.isOpen = true
            defer { waiting.continuations = [] }
            return waiting.continuations
        }
        for continuation in continuations { continuation.resume() }
    }
}
