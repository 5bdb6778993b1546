import Foundation
import MarketAPI
import MarketClient
import MarketViewModels
import Testing
import UIKit

@testable import OpenMarket

@MainActor
struct PlaceTests {
    /// Scrolls to the 25th product, which begins a row with any number of columns up to four, and a little further.
    private func scrollDown(_ app: AppDriver, _ screen: ListViewController) async throws {
        while screen.model.products.count < 50 {
            await app.scroll(screen.collectionView, by: 700)
            await app.settle()
        }
        let view = screen.collectionView
        let section = try #require(view.indexPathsForVisibleItems.first).section
        let row = try #require(view.layoutAttributesForItem(at: IndexPath(item: 24, section: section))).frame
        await app.scroll(view, by: row.minY + 37 - view.adjustedContentInset.top - view.contentOffset.y)
        try await app.wait("rows instead of placeholders") { app.productCells(of: screen).count > 3 }
    }

    @Test
    func comingBackFromAProductShowsTheSamePlace() async throws {
        try await AppDriver.run { market in
            try await market.listMany(70)
        } _: { app in
            let screen = try await app.marketList()
            try await scrollDown(app, screen)
            let before = try #require(app.firstInView(of: screen))
            let count = screen.model.products.count
            try await app.tap(before.name)
            _ = try await app.screen(ProductViewController.self)
            try await app.waitFor("About \(before.name).")
            await app.goBack()
            let after = try #require(app.firstInView(of: try await app.marketList()))
            #expect(after == before)
            #expect(screen.model.products.count == count)
        }
    }

    @Test
    func relaunchShowsTheSamePlaceInTheSameOrderAndLayout() async throws {
        try await AppDriver.run { market in
            try await market.listMany(70)
        } _: { app in
            try await app.tap("Grid")
            try await app.tap("Lowest price")
            let screen = try await app.marketList()
            try await scrollDown(app, screen)
            let before = try #require(app.firstInView(of: screen))
            try await app.relaunch()
            let again = try await app.marketList()
            #expect(again.model.layout == .grid)
            #expect(again.model.filter.order == .cheapest)
            try await app.wait("the place") { app.firstInView(of: again)?.name == before.name }
            #expect(app.firstInView(of: again)?.offset == before.offset)
        }
    }

    @Test
    func turningThePhoneKeepsThePlaceAndFitsTheColumns() async throws {
        try await AppDriver.run { market in
            try await market.listMany(70)
        } _: { app in
            try await app.tap("Grid")
            let screen = try await app.marketList()
            @MainActor func columns() -> Int { Set(app.productCells(of: screen).map(\.frame.minX)).count }
            try await scrollDown(app, screen)
            #expect(columns() == 2)
            let before = try #require(app.firstInView(of: screen))
            await app.rotate(to: AppDriver.onItsSide)
            #expect(columns() == 4)
            // The first in view is now in the first row of cards.
            #expect(app.productsInView(of: screen).prefix(4).contains(before.name))
            await app.rotate(to: AppDriver.upright)
            #expect(columns() == 2)
            #expect(app.productsInView(of: screen).prefix(4).contains(before.name))
        }
    }

    @Test
    func largestTextsHaveTheWholeWidthAndKeepThePlace() async throws {
        try await AppDriver.run { market in
            try await market.listMany(50)
        } _: { app in
            let screen = try await app.marketList()
            try await scrollDown(app, screen)
            let before = try #require(app.firstInView(of: screen))
            @MainActor func axes() -> Set<NSLayoutConstraint.Axis> {
                Set(
                    app.visibleViews.compactMap {
                        $0.superview?.superview is ProductCell ? ($0 as? UIStackView)?.axis : nil
                    }
                )
            }
            #expect(axes() == [.horizontal])
            app.setTextSize(.accessibilityExtraExtraExtraLarge)
            try await app.wait("texts below the pictures") { axes() == [.vertical] }
            #expect(app.firstInView(of: screen)?.name == before.name)
            try await app.tap("Grid")
            try await app.wait("one column") { Set(app.productCells(of: screen).map(\.frame.minX)).count == 1 }
            #expect(app.firstInView(of: screen)?.name == before.name)
        }
    }

    @Test
    func switchingBetweenListAndGridKeepsThePlace() async throws {
        try await AppDriver.run { market in
            try await market.listMany(50)
        } _: { app in
            let screen = try await app.marketList()
            try await scrollDown(app, screen)
            let before = try #require(app.firstInView(of: screen))
            try await app.tap("Grid")
            try await app.wait("the same product") { app.productsInView(of: screen).prefix(2).contains(before.name) }
        }
    }
}
