import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import NIOCore
import TestMarkets
import Testing

@testable import MarketServer
@testable import MarketWeb

/// Images in forms that may not send them.
struct FormImagesTests {
    @Test(arguments: ["/language", "/view", "/favorites", "/mine", "/move/link", "/products/1/edit"])
    func formsWithoutImagesTakeNone(_ path: String) async throws {
        try await withBrowser { market, browser in
            try await market.list()
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

    /// The form comes back without them, so that the number of one is another picture's.
    @Test(
        arguments: [
            ("ko", "‘bad.jpg’ 사진을 열 수 없어요.", "‘worse.jpg’ 사진을 열 수 없어요.", "1번째 사진을"),
            ("en", "“bad.jpg” can’t be opened.", "“worse.jpg” can’t be opened.", "Picture 1 can’t"),
        ]
    )
    func unusableFilesAreNamedWithoutScripts(
        _ language: String,
        _ first: String,
        _ second: String,
        _ number: String
    ) async throws {
        try await withMarket { market in
            let browser = TestBrowser(market, language: language)
            let page = try await browser.get("/products/new")
            let junk = Array("no picture".utf8)
            let form = FormBody.webListing(page, files: [("bad.jpg", junk), ("worse.jpg", junk)], photos: ["red"])
            let refused = try await browser.post("/products", form: form)
            #expect(refused.status == 422 && refused.allHidden("kept").count == 1)
            #expect(refused.html.contains(first) && refused.html.contains(second))
            #expect(!refused.html.contains(number))
            // Scripts keep all of them, and mark the one with the number.
            let told = try await browser.post("/products", form: form, [.accept: "application/json"])
            #expect(told.html.contains("\"index\":") && !told.html.contains("bad.jpg"))
            // A name that turns the text around it isn't shown.
            let turned = FormBody.webListing(page, files: [("a\u{202E}gpj.exe", junk)], photos: ["red"])
            #expect(try await !browser.post("/products", form: turned).html.contains("\u{202E}"))
        }
    }

    /// A browser that sends a form twice waits for the first one without taking others' slots.
    @Test func aRepeatedFormWaitsWithoutASlot() async throws {
        try await withBrowser { market, browser in
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
