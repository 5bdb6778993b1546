import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import NIOCore
import TestMarkets
import Testing

@testable import MarketServer
@testable import MarketSite

/// Images in forms that may not send them.
struct FormImagesTests {
    @Test(arguments: ["/language", "/view", "/favorites", "/mine", "/move/link", "/products/1/edit"])
    func formsWithoutImagesTakeNone(_ path: String) async throws {
        try await withMarket { market in
            try await market.list()
            let browser = TestBrowser(market)
            let page = try await browser.get("/products/new")
            var form = FormBody()
            form.add("csrf", page.hidden("csrf") ?? "")
            form.add("images", file: "red.jpg", Photos.bytes("red") + [UInt8](repeating: 0, count: 1_000_000))
            form.close()
            #expect(try await browser.post(path, form: form).status == 413)
        }
    }

    /// A limit below one image shows that none is stored, not even for a moment.
    @Test func imagesBeforeTheTokenAreSkipped() async throws {
        var limits = ServerLimits()
        limits.spooledBytes.perAddress = 100
        try await withMarket(limits: limits) { market in
            let browser = TestBrowser(market)
            let page = try await browser.get("/products/new")
            var form = FormBody()
            form.add("images", file: "red.jpg", Photos.bytes("red"))
            form.add("csrf", page.hidden("csrf") ?? "")
            form.add("name", "의자")
            form.close()
            let early = try await browser.post("/products", form: form)
            #expect(early.status == 403)
            #expect(early.html.contains("value=\"의자\""))
        }
    }

    @Test(arguments: ["/products", "/products/1"])
    func imagesOfOtherSitesAreNeitherStoredNorDecoded(_ path: String) async throws {
        try await withMarket { market in
            try await market.list()
            let stored = try await market.services.imageStore.names()
            let browser = TestBrowser(market)
            let page = try await browser.get("/products/new")
            await browser.remember("csrf", String(repeating: "0", count: 32))
            let refused = try await browser.post(path, form: .webListing(page, photos: ["blue"]))
            #expect(refused.status == 403)
            #expect(refused.html.contains("value=\"의자\""))
            #expect(refused.allHidden("kept").isEmpty)
            #expect(try await market.services.imageStore.names() == stored)
        }
    }

    /// A browser that sends a form twice waits for the first one without taking others' slots.
    @Test func aRepeatedFormWaitsWithoutASlot() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            await browser.remember("seller", TestMarket.identifier)
            let page = try await browser.get("/products/new")
            let identifier = try #require(VendorIdentifier(TestMarket.identifier))
            let key = try #require(IdempotencyKey(page.hidden("key") ?? "", of: identifier))
            let repeated = try await market.services.idempotency.once(key) {
                let repeated = Task { try await browser.post("/products", form: .webListing(page)) }
                try await wait {
                    market.dependencies.spooledBytes.byteCount > 0 && market.dependencies.slots.count == 0
                }
                return repeated
            }
            #expect(try await repeated.value.status == 303)
        }
    }
}
