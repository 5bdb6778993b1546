import Foundation
import Hummingbird
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts
import MarketViewModels
import TestMarkets
import Testing

/// The code of the articles, against the real server in process.
@MainActor
struct ArticleTests {
    @Test func theListIsShownPagedAndEmptied() async throws {
        try await withAppParts { app, market in
            let preferences = MemoryPreferences()
            let list = app.list(preferences)
            #expect(lines(of: list, .english) == ["…"])
            await list.load()
            #expect(lines(of: list, .english) == ["Nothing for sale yet", "List the first product"])
            let seller = try await StoreSeller(market, app.client)
            for _ in 1...25 { _ = try await seller.add() }
            await list.refresh()
            #expect(lines(of: list, .english).count == 21)
            #expect(lines(of: list, .english).last == "…")
            list.rowAppeared(at: 12)
            try await until("the second page") { list.content?.pagination == .end }
            #expect(lines(of: list, .english).count == 26)
            #expect(lines(of: list, .english).last == "You’ve reached the end.")
            #expect(try await everything(in: app.client) == list.products)
        }
    }

    @Test func thePlaceInAListIsFoundAfterARelaunch() async throws {
        try await withAppParts { app, market in
            let seller = try await StoreSeller(market, app.client)
            for _ in 1...60 { _ = try await seller.add() }
            let list = app.list(MemoryPreferences())
            #expect(await open(list, at: nil) == nil)
            while list.products.count < 60 { await list.loadNextPage() }
            let first = list.products[45].id
            let stored = try #require(store(first, offset: -12, of: list))
            _ = try await seller.add()

            let relaunched = app.list(MemoryPreferences())
            let place = await open(relaunched, at: stored)
            #expect(place?.product == first)
            #expect(place?.offset == -12)
            #expect(place?.index == 46)
            #expect(relaunched.products.count >= 61)
        }
    }

    @Test func aListingIsCreatedViewedEditedAndDeleted() async throws {
        try await withAppParts { app, _ in
            let preferences = MemoryPreferences()
            let list = app.list(preferences)
            await list.load()

            let form = app.listingForm(preferences)
            let nothing = await listChair(with: form, images: [])
            #expect(nothing == nil)
            #expect(lines(of: form, .english).count == 2)
            let listed = try #require(await listChair(with: form, images: ArticlePhotos.two))
            list.apply(listed)
            #expect(lines(of: form, .english) == ["Oak chair"])
            #expect(
                lines(of: list, .english) == ["Oak chair  (₩35,000) ₩30,000  In stock: 1", "You’ve reached the end."]
            )

            let row = try #require(list.products.first)
            let product = app.product(row, screen: PixelSize(width: 1179, height: 1179))
            await product.load()
            try await until("both pictures") {
                product.gallery.slots.allSatisfy { if case .loaded = $0.state { true } else { false } }
            }
            #expect(product.isOwn)
            let shown = lines(of: product, .english)
            #expect(shown.prefix(3) == ["Oak chair", "₩30,000", "In stock: 1"])
            #expect(shown.suffix(2) == ["Oak chair, picture 1 of 2", "Oak chair, picture 2 of 2"])

            let edit = app.edit(row.id)
            _ = await makeCheaper(with: edit, password: "open sesam")
            #expect(edit.state == .awaitingPassword(.wrong))
            let edited = try #require(await makeCheaper(with: edit, password: "open sesame"))
            list.apply(edited)
            product.apply(edited)
            #expect(product.viewData?.row.price == "₩25,000")
            #expect(list.products.first?.version == 2)

            let deletion = app.deletion(of: row, in: list)
            #expect(await delete(with: deletion, password: "") == "Enter the password you chose when you listed this.")
            _ = await delete(with: deletion, password: "open sesame")
            #expect(deletion.state == .closed)
            #expect(lines(of: list, .english) == ["Nothing for sale yet", "List the first product"])
            await product.load()
            #expect(product.state == .gone)
            #expect(await sentence(about: row.id, in: app.client) == lines(of: product, .english).last)
        }
    }

    @Test func whoWasSlowerSeesBothSides() async throws {
        try await withAppParts { app, _ in
            let form = app.listingForm(MemoryPreferences())
            let listed = await listChair(with: form, images: ArticlePhotos.two)
            guard case .listed(let product) = listed else { throw NeverCame(description: "a product") }
            let edit = app.edit(product.id)
            await edit.check("open sesame")
            #expect(lines(of: edit, .english).count == ListingField.allCases.count)
            edit.setText("Oak chair, oiled", for: .name)
            #expect(lines(of: edit, .english).contains("* Oak chair, oiled"))
            let other = ListingEdit(patch: ProductPatch(name: "Beech chair"))
            _ = try await app.client.update(product.id, with: other, secret: "open sesame")
            await edit.save()
            #expect(lines(of: edit, .english).contains("Oak chair, oiled / Beech chair"))
            edit.keepMine()
            await edit.save()
            #expect(
                edit.change.map { if case .edited(let product) = $0 { product.listing.name } else { "" } }
                    == "Oak chair, oiled"
            )
            // With the version that was read first, which is outdated.
            await #expect(throws: MarketClientError.self) {
                try await makeCheaper(product, secret: "open sesame", in: app.client)
            }
            let now = try await app.client.product(product.id)
            try await makeCheaper(now, secret: "open sesame", in: app.client)
            #expect(try await app.client.product(product.id).listing.pricing.price.minorUnits == 30_000)
        }
    }

    @Test func aCellShowsTheImageOfItsRow() async throws {
        try await withAppParts { app, _ in
            let listing = NewListing(
                draft: ProductDraft(name: "Chair", price: DecimalAmount(1), currency: .krw),
                images: ArticlePhotos.two,
                secret: "open sesame"
            )
            let product = try await list(listing, in: app.client)
            let size = PixelSize(width: 288, height: 288)
            var drawn: [Data?] = []
            let cell = CellImage(app.images) { drawn.append($0) }
            cell.show(product.images[0].thumbnail, fitting: size)
            // The cell is reused before a response arrives: the first image is never drawn in it.
            cell.show(product.images[1].thumbnail, fitting: size)
            try await until("the picture") { drawn.last.map { $0 != nil } ?? false }
            let second = try await app.client.image(at: product.images[1].thumbnail)
            #expect(drawn == [nil, nil, second])

            scrolled(app.images, coming: [product.images[0].thumbnail], passed: [], fitting: size)
            try await until("the other one") {
                app.images.cachedImage(for: product.images[0].thumbnail, fitting: size) != nil
            }
            app.memoryIsShort()
            #expect(app.images.cachedImage(for: product.images[0].thumbnail, fitting: size) == nil)
            cell.leave()
        }
    }

    @Test func favoritesAndDraftsStayOnTheDevice() async throws {
        try await withAppParts { app, market in
            let support = URL(filePath: market.folder).appending(path: "support")
            let seller = try await StoreSeller(market, app.client)
            let product = try await seller.add()
            let first = await AppParts<PlainDecoder>.dependencies(
                of: Samples.market,
                support: support,
                language: .english
            )
            await first.favorites?.toggle(product.listed)
            let drafts = FileDraftStore(folder: support, market: Samples.market)
            let form = await app.listingForm(MemoryPreferences(), draftsIn: drafts)
            form.setText("Chair", for: .name)
            await form.saveDraft()
            try await seller.delete(product.id)

            let relaunched = await AppParts<PlainDecoder>.dependencies(
                of: Samples.market,
                support: support,
                language: .english
            )
            let favorites = FavoritesModel(
                try #require(relaunched.favorites),
                service: app.client,
                dependencies: relaunched
            )
            await favorites.load()
            guard case .loaded(let rows, .none) = favorites.state else {
                Issue.record("\(favorites.state)")
                return
            }
            #expect(rows.map(\.note) == ["This product is no longer for sale."])
            #expect(rows.map(\.row.name) == [product.listing.name])
            let again = await app.listingForm(MemoryPreferences(), draftsIn: drafts)
            #expect(again.offeredDraft?.typed.name == "Chair")
        }
    }

    @Test func anAppOpensAMarketByItsAddress() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "article-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let app = try await AppParts.open(Samples.market, decoder: PlainDecoder(), support: folder, caches: folder)
        let again = try await AppParts.open(Samples.market, decoder: PlainDecoder(), support: folder, caches: folder)
        #expect(app.client.configuration.identifier != nil)
        #expect(app.client.configuration.identifier == again.client.configuration.identifier)
    }
}
