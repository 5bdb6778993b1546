import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketViewModels
import Testing
import UIKit

@testable import OpenMarket

@MainActor
struct PictureTests {
    /// Names the first picture in view that isn't the row's own.
    private func wrongPicture(_ app: AppDriver, _ screen: ListViewController) -> String? {
        for cell in app.productCells(of: screen) {
            guard let picture = app.picture(of: cell), let path = screen.collectionView.indexPath(for: cell) else {
                continue
            }
            let product = screen.model.products[path.item]
            if app.pictures.body(from: product.thumbnail) != picture.source { return product.name }
        }
        return nil
    }

    @Test
    func fastScrollingNeverShowsThePictureOfAnotherRow() async throws {
        try await AppDriver.run { market in
            try await market.listMany(60)
        } beforeLaunch: { app in
            // Slow pictures: none arrives before the list was scrolled past it.
            app.pictures.hold { _ in true }
        } _: { app in
            let screen = try await app.marketList()
            for step in 0..<12 {
                await app.scroll(screen.collectionView, by: step < 8 ? 700 : -900)
                #expect(wrongPicture(app, screen) == nil)
            }
            app.pictures.release()
            try await app.wait("all pictures in view") {
                #expect(wrongPicture(app, screen) == nil)
                return app.productCells(of: screen).allSatisfy { app.picture(of: $0) != nil }
            }
            // Cells were reused for other rows; these are the pictures of the rows that they show now.
            for _ in 0..<6 {
                await app.scroll(screen.collectionView, by: 500)
                #expect(wrongPicture(app, screen) == nil)
            }
        }
    }

    @Test
    func picturesScrolledPastAreNotLoadedAnyMore() async throws {
        try await AppDriver.run { market in
            try await market.listMany(40)
        } beforeLaunch: { app in
            app.pictures.hold { _ in true }
        } _: { app in
            let screen = try await app.marketList()
            let first = screen.model.products[0].thumbnail
            try await app.wait("a picture to be asked for") { app.pictures.waitingCount > 0 }
            for _ in 0..<5 { await app.scroll(screen.collectionView, by: 844) }
            app.pictures.release()
            try await app.wait("the pictures in view") {
                app.productCells(of: screen).allSatisfy { app.picture(of: $0) != nil }
            }
            #expect(app.pictures.body(from: first) == nil)
        }
    }

    @Test
    func picturesStayWhenTheListIsRefreshedOrMemoryIsShort() async throws {
        try await AppDriver.run { market in
            try await market.listMany(4)
        } _: { app in
            let screen = try await app.marketList()
            try await app.wait("pictures") { app.productCells(of: screen).allSatisfy { app.picture(of: $0) != nil } }
            let requests = app.pictures.sent.count
            app.window?.rootViewController?.didReceiveMemoryWarning()
            try await app.pull(screen.collectionView)
            try await app.wait("the end of the refresh") { screen.collectionView.refreshControl?.isRefreshing == false }
            #expect(app.productCells(of: screen).allSatisfy { app.picture(of: $0) != nil })
            #expect(app.pictures.sent.count == requests)
        }
    }
}
