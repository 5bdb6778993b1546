import Foundation
import MarketAPI
import MarketClient
import MarketTexts
import Testing
import UIKit

@testable import OpenMarket

@MainActor
struct SettingsTests {
    @Test
    func anotherMarketIsOpenedOnceItAnswers() async throws {
        try await RunningMarket.run { other in
            try await other.list("Elm table")
            try await AppDriver.run { market in
                try await market.list("Oak chair")
            } _: { app in
                try await app.waitFor("Oak chair")
                try await app.tap("Settings")
                try await app.tap("Market address")
                try await app.type("not an address", into: "Market address")
                try await app.tap("Apply")
                try await app.waitFor("That isn’t an address.")
                // A server that answers, but not as a market does.
                try await app.type("\(other.address)/uploads", into: "Market address")
                try await app.tap("Apply")
                try await app.waitFor("There’s no market at this address.")
                try await app.type(other.address.absoluteString, into: "Market address")
                try await app.tap("Apply")
                try await app.waitFor("Elm table")
                #expect(!app.shows("Oak chair"))
                try await app.relaunch()
                try await app.waitFor("Elm table")
            }
        }
    }

    @Test
    func appThatKnowsNoMarketAsksForOne() async throws {
        try await AppDriver.run(knowsMarket: false) { app in
            try await app.waitFor(AppTexts(language: .english)[.firstMarket])
            try await app.type("http://market.example", into: "Market address")
            try await app.tap("Apply")
            try await app.waitFor(AppTexts(language: .english)[.addressInsecure])
            try await app.type(app.market.address.absoluteString, into: "Market address")
            try await app.tap("Apply")
            #expect(try await app.tabs().session.settings.address == app.market.address)
            try await app.relaunch()
            _ = try await app.tabs()
        }
    }

    @Test
    func addressThatDoesNotAnswerChangesNothing() async throws {
        try await AppDriver.run { app in
            try await app.tap("Settings")
            try await app.tap("Market address")
            // Nothing listens on port 1.
            try await app.type("http://127.0.0.1:1", into: "Market address")
            try await app.tap("Apply")
            try await app.waitFor("Can’t reach the market.")
            #expect(try await app.tabs().session.settings.address == app.market.address)
        }
    }

    @Test
    func appearanceIsChangedAtOnceAndRemembered() async throws {
        try await AppDriver.run { app in
            #expect(app.window?.overrideUserInterfaceStyle == .unspecified)
            try await app.tap("Settings")
            try await app.tap("Appearance")
            try await app.tap("Dark")
            #expect(app.window?.overrideUserInterfaceStyle == .dark)
            try await app.wait("the choice") { app.shows("Dark") }
            try await app.relaunch()
            #expect(app.window?.overrideUserInterfaceStyle == .dark)
        }
    }

    @Test
    func languageIsChangedAndRemembered() async throws {
        try await AppDriver.run { app in
            try await app.tap("Settings")
            #expect(app.shows("As on this device"))
            try await app.tap("Language")
            try await app.tap("한국어")
            try await app.wait("the tabs in Korean") { app.canTap("설정") }
            try await app.relaunch()
            try await app.tap("설정")
            try await app.tap("언어")
            try await app.tap("기기 설정과 같게")
            try await app.wait("the tabs in English") { app.canTap("Settings") }
        }
    }

    @Test(
        arguments: [
            ("market.example", "https://market.example"),
            (" https://market.example/shop/ ", "https://market.example/shop"),
            ("HTTP://192.168.0.4:8080", "http://192.168.0.4:8080"),
            ("localhost:8080", "https://localhost:8080"),
            ("Market.Example", "https://market.example"),
            ("http://printer.local:8080", "http://printer.local:8080"),
            ("http://localhost:8080", "http://localhost:8080"),
        ]
    )
    func addressIsReadAsPeopleTypeIt(typed: String, address: String) throws {
        #expect(try MarketAddress.url(typed).absoluteString == address)
    }

    @Test(arguments: ["", "   ", "ftp://market.example", "https://", "two words", "https://user@market.example"])
    func whatIsNoAddressIsRefused(typed: String) {
        #expect(throws: MarketAddress.Problem.unreadable) { try MarketAddress.url(typed) }
    }

    @Test(arguments: ["http://market.example", "HTTP://market.example:8080/shop", "http://192.168.0.4.example"])
    func addressThatTheSystemBlocksIsRefused(typed: String) {
        #expect(throws: MarketAddress.Problem.insecure) { try MarketAddress.url(typed) }
    }
}
