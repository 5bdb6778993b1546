import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import Testing
import UIKit

@testable import OpenMarket

@MainActor
struct ProductTests {
    private let web = WebTexts(language: .english)
    private let texts = AppTexts(language: .english)

    private func seed(_ market: RunningMarket) async throws {
        try await market.list(
            "Oak chair",
            contact: "Call 010-1234-5678 or mina@example.com",
            pictures: (1...3).map { TestPicture.png($0) }
        )
    }

    /// The large pictures that the pager in front shows.
    private func shown(_ app: AppDriver) -> [CGImage] {
        app.visibleViews.compactMap { $0 as? UIImageView }.filter { $0.accessibilityTraits.contains(.image) }
            .compactMap { $0.image?.cgImage }
    }

    private func swipe(_ app: AppDriver) async throws {
        let list = try await app.list()
        list.contentOffset.x += list.bounds.width
        app.window?.layoutPass()
        list.delegate?.scrollViewDidEndDecelerating(list)
        await app.settle()
    }

    @Test
    func picturesArePagedAndTheNextOneIsLoadedAhead() async throws {
        try await AppDriver.run(seed: seed) { app in
            try await app.tap("Oak chair")
            try await app.waitFor("About Oak chair.")
            let screen = try await app.screen(ProductViewController.self)
            try await app.wait("the first two pictures") {
                screen.model.gallery.slots.prefix(2).allSatisfy { $0.loadedImage != nil }
            }
            #expect(screen.model.gallery.slots[2].loadedImage == nil)
            #expect(app.shows("1 / 3"))
            try await swipe(app)
            #expect(app.shows("2 / 3"))
            try await app.wait("the third picture") { screen.model.gallery.slots[2].loadedImage != nil }
            let second = app.pictures.body(from: screen.model.gallery.slots[1].image.url)
            #expect(second != nil && shown(app).map(\.source) == [second])
        }
    }

    @Test
    func othersOfTheSellerAndOfTheCategoryAreBelow() async throws {
        try await AppDriver.run { market in
            try await market.list("Lens", attributes: ListingAttributes(category: "cameras"))
            try await market.list("Sold lens", stock: 0, attributes: ListingAttributes(category: "cameras"))
            try await market.list("Oak chair")
            try await market.list("Film camera", attributes: ListingAttributes(category: "cameras"))
        } _: { app in
            try await app.tap("Film camera")
            let screen = try await app.screen(ProductViewController.self)
            let strips = { screen.view.flattened.compactMap { $0 as? ProductStripView }.filter { !$0.isHidden } }
            try await app.wait("both strips") { strips().count == 2 }
            @MainActor func names(_ strip: ProductStripView) -> [String] {
                strip.flattened.compactMap { $0 as? ProductCard }
                    .compactMap { $0.accessibilityLabel?.split(separator: ",").first.map { String($0) } }
            }
            #expect(names(strips()[0]) == ["Oak chair", "Lens"])
            #expect(names(strips()[1]) == ["Lens"])
            let card = try #require(strips()[0].flattened.compactMap { $0 as? ProductCard }.first)
            card.sendActions(for: .touchUpInside)
            try await app.waitFor("About Oak chair.")
            #expect(app.screen !== screen)
        }
    }

    @Test
    func thumbnailThatWasTappedIsWhatGrows() async throws {
        try await AppDriver.run(seed: seed) { app in
            let list = try await app.marketList()
            try await app.tap("Oak chair")
            let screen = try await app.screen(ProductViewController.self)
            let source = try #require(screen.preferredTransition?.source)
            #expect(source === app.productCells(of: list).first?.picture)
        }
    }

    @Test
    func pictureThatFailedIsTriedAgainInItsPlace() async throws {
        try await AppDriver.run(seed: seed) { app in
            _ = try await app.marketList()
            app.pictures.isOffline = true
            try await app.tap("Oak chair")
            try await app.waitFor("About Oak chair.")
            try await app.waitFor(web[.tryAgain])
            #expect(shown(app).isEmpty)
            app.pictures.isOffline = false
            try await app.tap(web[.tryAgain])
            try await app.wait("the picture") { shown(app).count == 1 }
            #expect(!app.shows(web[.tryAgain]))
        }
    }

    @Test
    func largePictureOpensAtTheSamePageIsEnlargedAndStaysWhenThePhoneIsTurned() async throws {
        try await AppDriver.run(seed: seed) { app in
            try await app.tap("Oak chair")
            try await app.waitFor("About Oak chair.")
            try await swipe(app)
            let pager = try await app.list()
            pager.tapItem(at: IndexPath(item: 1, section: 0))
            let viewer = try await app.screen(ImageViewerController.self)
            try await app.waitFor("2 / 3")
            await app.rotate(to: AppDriver.onItsSide)
            #expect(try await app.list().contentOffset.x == 844)
            let zoom = try #require(app.visibleViews.compactMap { $0 as? ZoomingScrollView }.first)
            let touch = UITouch(tapCount: 2, at: CGPoint(x: 100, y: 100))
            zoom.touchesEnded([touch], with: nil)
            #expect(zoom.zoomScale == 3)
            zoom.touchesEnded([touch], with: nil)
            #expect(zoom.zoomScale == 1)
            try await swipe(app)
            #expect(app.shows("3 / 3"))
            #expect(viewer.accessibilityPerformEscape())
            let screen = try await app.screen(ProductViewController.self)
            #expect(screen.model.gallery.current == 2)
            #expect(app.shows("3 / 3"))
        }
    }

    @Test
    func contactIsLoadedOnDemandAndCanBeUsedAndCopied() async throws {
        try await AppDriver.run(seed: seed) { app in
            try await app.tap("Oak chair")
            try await app.waitFor("About Oak chair.")
            #expect(!app.shows("010-1234-5678"))
            #expect(!app.calls.sent.contains { $0.url.path().contains("contact") })
            try await app.tap(web[.showContact])
            try await app.waitFor("010-1234-5678")
            try await app.tap("mina@example.com")
            #expect(UIApplication.shared.opened.contains { $0.absoluteString == "mailto:mina@example.com" })
            try await app.tap(web.copy("010-1234-5678"))
            #expect(UIPasteboard.general.string == "010-1234-5678")
        }
    }

    @Test
    func sellerLeadsToTheSellersProducts() async throws {
        try await AppDriver.run(seed: seed) { app in
            try await app.market.list("Oak table")
            try await app.tap("Oak chair")
            try await app.waitFor("About Oak chair.")
            try await app.tap("Mina")
            let list = try await app.screen(ListViewController.self)
            try await app.waitFor("Oak table")
            #expect(list.title == "Mina")
        }
    }

    @Test
    func productIsSharedWithItsNamePriceAndLink() async throws {
        try await AppDriver.run(seed: seed) { app in
            try await app.tap("Oak chair")
            try await app.waitFor("About Oak chair.")
            try await app.tap(texts[.share])
            let sheet = try await app.screen(UIActivityViewController.self)
            let url = app.market.address.appending(path: "products/1")
            #expect(sheet.items.compactMap { $0 as? URL } == [url])
            #expect(sheet.items.compactMap { $0 as? String } == ["Oak chair · ₩35,000"])
        }
    }

    @Test
    func heartOfAProductShowsInTheListAtOnceAndAfterARelaunch() async throws {
        try await AppDriver.run(seed: seed) { app in
            try await app.tap("Oak chair")
            try await app.waitFor("About Oak chair.")
            try await app.tap(texts[.addFavorite])
            try await app.wait("the heart") { app.canTap(texts[.removeFavorite]) }
            await app.goBack()
            @MainActor func action(_ screen: ListViewController) -> String? {
                app.productCells(of: screen).first?.accessibilityCustomActions?.first?.name
            }
            let list = try await app.marketList()
            try await app.wait("the heart") { action(list) == texts[.removeFavorite] }
            try await app.waitForStoredFavorite()
            try await app.relaunch()
            let again = try await app.marketList()
            try await app.wait("the heart") { action(again) == texts[.removeFavorite] }
        }
    }

    @Test
    func productThatIsOpenedOfflineShowsWhatTheListKnew() async throws {
        try await AppDriver.run(seed: seed) { app in
            _ = try await app.marketList()
            app.calls.isOffline = true
            try await app.tap("Oak chair")
            _ = try await app.screen(ProductViewController.self)
            try await app.waitFor("₩35,000")
            try await app.waitFor(texts[.notConnected])
            app.calls.isOffline = false
            try await app.tap(web[.tryAgain])
            try await app.waitFor("About Oak chair.")
        }
    }
}

extension AppDriver {
    /// Waits until a favorite is stored on the device, which goes on after the heart has changed.
    fileprivate func waitForStoredFavorite() async throws {
        let store = FileFavoriteStore(folder: market.folder.appending(path: "support"), market: market.address)
        for _ in 0..<12_000 {
            if try await !store.favorites().isEmpty { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw NotFound(what: "a stored favorite", onScreen: texts)
    }
}
