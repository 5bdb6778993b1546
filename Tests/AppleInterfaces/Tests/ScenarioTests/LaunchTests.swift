import MarketTexts
import Testing
import UIKit

@testable import OpenMarket

@MainActor
struct LaunchTests {
    @Test
    func emptyMarketInvitesToListTheFirstProduct() async throws {
        try await AppDriver.run { app in
            try await app.waitFor(WebTexts(language: .english)[.emptyMarket])
            try await app.tap(WebTexts(language: .english)[.listFirst])
            _ = try await app.screen(ListingFormViewController.self)
        }
    }

    @Test
    func listShowsProductsInTheLanguageOfTheDevice() async throws {
        try await AppDriver.run(language: .korean) { market in
            try await market.list("나무 의자")
        } _: { app in
            try await app.waitFor("나무 의자, 35,000원, 재고: 3")
        }
    }

    @Test
    func productShowsWhatTheSellerSays() async throws {
        try await AppDriver.run { market in
            try await market.list("Oak chair")
        } _: { app in
            try await app.tap("Oak chair")
            _ = try await app.screen(ProductViewController.self)
            try await app.waitFor("About Oak chair.")
            try await app.waitFor("₩35,000")
            try await app.waitFor("Mina")
        }
    }
}
