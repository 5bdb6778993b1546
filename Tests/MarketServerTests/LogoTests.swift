import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketWeb
import NIOCore
import ProductStoreContract
import TestMarkets
import Testing

@testable import MarketServer

/// The operator's logo, wherever the market's icon is shown (UX.md, “Operators”).
struct LogoTests {
    private static let tinyPNG =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    private func withKim(
        _ role: Operator.Role = .operator,
        _ test: @escaping @Sendable (TestBrowser, TestMarket) async throws -> Void
    ) async throws {
        try await withBrowser { market, kim in
            try await kim.signIn(as: "Kim", role)
            try await test(kim, market)
        }
    }

    private func send(
        _ browser: TestBrowser,
        _ file: [UInt8]?,
        does action: String = "save",
        typed: [String: String] = [:],
        csrf: String? = nil
    ) async throws -> TestBrowser.Page {
        var form = FormBody()
        let token = await browser.cookies["csrf"]
        form.add("csrf", csrf ?? token ?? "")
        form.add("images", file: file == nil ? "" : "logo.jpg", file ?? [])
        for (name, value) in typed {
            form.add("was-\(name)", "")
            form.add(name, value)
        }
        form.add("do", action)
        form.close()
        return try await browser.post("/operator/settings", form: form)
    }

    /// The width and height that a PNG declares.
    private func size(_ response: TestResponse) -> (Int, Int)? {
        let bytes = Array(response.body.readableBytesView)
        guard bytes.count > 24, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return nil }
        func number(_ start: Int) -> Int { bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
        return (number(16), number(20))
    }

    @Test(arguments: [("ko", "서버 설정"), ("en", "settings file")])
    func thatOfTheSettingsIsShownAndNotChanged(_ language: String, _ sentence: String) async throws {
        try await withMarket { market in
            let kim = TestBrowser(market, language: language)
            try await kim.signIn(as: "Kim", .operator)
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            func file(_ name: String, _ bytes: [UInt8]) throws -> UploadedImage {
                let file = folder.appending(path: name)
                try Data(bytes).write(to: file)
                return UploadedImage(path: file.path(percentEncoded: false), byteCount: bytes.count)
            }
            let editLogo = market.services.editLogo
            try await editLogo.define(nil)
            #expect(market.store.profile.logo == nil)
            try await editLogo.define(try file("blue.jpg", Photos.bytes("blue")))
            let logo = try #require(market.store.profile.logo)
            // It is read, and not taken away.
            #expect(
                FileManager.default.fileExists(atPath: folder.appending(path: "blue.jpg").path(percentEncoded: false))
            )
            let page = try await kim.get("/operator/settings").html
            #expect(page.contains(logo.fileName(.small)) && page.contains(sentence))
            #expect(
                !page.contains("name=\"do\" value=\"remove-logo\"")
                    && page.contains("type=\"file\" name=\"images\" accept=\"image/*\"")
            )
            for (bytes, action) in [(Photos.bytes("red"), "save"), ([], "remove-logo")] {
                let refused = try await send(kim, bytes, does: action)
                #expect(refused.status == 422 && refused.html.contains(sentence), "\(action)")
            }
            let admin = AdminService(services: market.services, webApp: Site())
            for request in [MarketRequest.setLogo(file: Data(Photos.bytes("red"))), .removeLogo] {
                guard case .refused(let why) = await admin.perform(.market(request)) else {
                    return #expect(Bool(false), "\(request)")
                }
                #expect(
                    why
                        == "This market's settings define 'logo'. Change 'market-logo' there, and start the server again."
                )
            }
            #expect(market.store.profile.logo == logo)
            // What is no picture changes nothing.
            for bytes in [Array("none".utf8), Array(Data(base64Encoded: Self.tinyPNG) ?? Data())] {
                await #expect(throws: EditLogo.Problem.self) { try await editLogo.define(try file("other", bytes)) }
            }
            #expect(market.store.profile.logo == logo && market.store.profile.isLogoFixed)
            // Without it in the settings, the logo stays and can be changed.
            try await editLogo.define(nil)
            #expect(market.store.profile.logo == logo)
            #expect(try await send(kim, nil, does: "remove-logo").status == 303)
            #expect(market.store.profile.logo == nil)
            // The log has no entry of what the settings do.
            let entries = try await market.store.moderationLog(before: nil, limit: 9)
            #expect(entries.filter { $0.setting == "logo" }.count == 1)
        }
    }

    @Test func itIsOnShareImages() async throws {
        try await withKim { kim, market in
            try await market.list(["name": "Chair"])
            func share() async throws -> (path: String, bytes: [UInt8]) {
                let page = try await TestBrowser(market).get("/products/1").html
                let found = try #require(
                    page.firstMatch(of: #/property="og:image" content="[^"]*(/images/share/[^"]*)"/#)?.1
                )
                let image = try await market.page(String(found))
                #expect(image.status == .ok)
                return (String(found), Array(image.body.readableBytesView))
            }
            let before = try await share()
            #expect(try await send(kim, Photos.bytes("blue")).status == 303)
            let with = try await share()
            #expect(with.path != before.path && with.bytes != before.bytes)
            // An address of before leads there.
            #expect(try await market.page(before.path).headers[.location] == with.path)
            #expect(try await send(kim, nil, does: "remove-logo").status == 303)
            let after = try await share()
            #expect(after.path == before.path && after.bytes == before.bytes)
        }
    }

    @Test func theSquareInTheMiddleIsShownWhereverTheIconIs() async throws {
        try await withKim { kim, market in
            try await market.list(["name": "Chair"])
            let before = try await TestBrowser(market).get("/").html
            #expect(before.contains("favicon.svg") && !before.contains("/logo/"))
            let sent = try await send(kim, Photos.bytes("blue"))
            #expect(sent.status == 303 && sent.headers[.location] == "/operator/settings?saved=1")
            let logo = try #require(market.store.profile.logo)
            for size in MarketLogo.Size.allCases {
                let path = "/logo/\(logo.fileName(size))"
                let response = try await market.page(path)
                #expect(response.status == .ok && response.headers[.contentType] == "image/png")
                #expect(response.headers[.cacheControl]?.contains("immutable") == true)
                let found = try #require(self.size(response))
                #expect(found == (size.rawValue, size.rawValue))
                let known = try await market.page(path, [.ifNoneMatch: "\"\(logo.fileName(size))\""])
                #expect(known.status == .notModified)
            }
            let small = "/logo/\(logo.fileName(.small))"
            let list = try await TestBrowser(market).get("/").html
            for text in [
                "<img class=\"logo\" src=\"\(small)\"", "<link rel=\"icon\" href=\"\(small)\" type=\"image/png\">",
                "<link rel=\"apple-touch-icon\" href=\"/logo/\(logo.fileName(.medium))\">",
                "/logo/\(logo.fileName(.large))\">",
            ] {
                #expect(list.contains(text), "\(text)")
            }
            #expect(!list.contains("favicon.svg") && !list.contains("icon-180.png") && !list.contains("icon-512.png"))
            let sheet = try await TestBrowser(market).get("/print?products=1&kind=notices").html
            #expect(sheet.contains("src=\"\(small)\""))
            let manifest = String(buffer: try await market.page("/manifest.webmanifest?language=ko").body)
            for size in ["192", "512"] {
                #expect(manifest.contains("-\(size).png") && manifest.contains("\"\(size)x\(size)\""))
            }
            #expect(!manifest.contains("favicon.svg") && !manifest.contains("icon-192.png"))
            let icon = try await market.page("/favicon.ico")
            #expect(icon.headers[.contentType] == "image/png" && icon.headers[.cacheControl] == "no-cache")
            #expect(try await kim.get("/operator/log").html.contains("Logo"))
        }
    }

    @Test func anotherOneHasOtherAddressesAndItCanBeRemoved() async throws {
        try await withKim { kim, market in
            _ = try await send(kim, Photos.bytes("blue"))
            let first = try #require(market.store.profile.logo)
            let page = try await TestBrowser(market).get("/").html
            _ = try await send(kim, Photos.bytes("green"))
            let second = try #require(market.store.profile.logo)
            #expect(first != second)
            #expect(try await TestBrowser(market).get("/").html != page)
            #expect(try await market.page("/logo/\(first.fileName(.small))").status == .notFound)
            #expect(try await market.page("/logo/\(second.fileName(.small))").status == .ok)
            #expect(try await send(kim, nil, does: "remove-logo").status == 303)
            #expect(market.store.profile == .empty)
            #expect(try await market.page("/logo/\(second.fileName(.small))").status == .notFound)
            #expect(try await TestBrowser(market).get("/").html.contains("favicon.svg"))
            #expect(try await market.page("/favicon.ico").headers[.contentType] == "image/svg+xml")
        }
    }

    /// The cleanup removes images of listings that no listing shows.
    @Test func theCleanupOfImagesLeavesIt() async throws {
        try await withKim { kim, market in
            _ = try await send(kim, Photos.bytes("blue"))
            let logo = try #require(market.store.profile.logo)
            try await market.services.imageLifecycle.cleanUp(at: market.clock.now, minimumAge: -1, isForced: true)
            #expect(try await market.page("/logo/\(logo.fileName(.large))").status == .ok)
        }
    }

    @Test func whatCannotBeUsedIsRefusedWithAReason() async throws {
        try await withKim { kim, market in
            let svg = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)
            let tiny = try #require(Data(base64Encoded: Self.tinyPNG))
            for (file, sentence) in [
                ([], "Choose the picture again."),
                (svg, "The logo can’t be opened. Use a JPEG, PNG, GIF, WebP, or HEIC picture."),
                (Array(tiny), "at least 192 × 192 pixels"),
                (Array(Photos.bytes("red").prefix(500)), "The logo is damaged"),
            ] {
                let page = try await send(kim, file)
                #expect(page.status == 422 && page.html.contains(sentence), "\(sentence)")
                #expect(page.html.contains("id=\"logo-error\"") && page.html.contains("name=\"name.en\""))
            }
            #expect(market.store.profile.logo == nil)
        }
    }

    /// One form has both, so that no button saves one of them and loses the other.
    @Test func theLogoAndWhatIsTypedAreSavedTogether() async throws {
        try await withKim { kim, market in
            let wrong = try await send(kim, Photos.bytes("blue"), typed: ["name.en": "Yeonnam", "contact": "nobody"])
            let texts = ["value=\"Yeonnam\"", "Nothing was saved yet"]
            #expect(wrong.status == 422 && texts.allSatisfy { wrong.html.contains($0) })
            // Browsers don't choose a file again.
            #expect(wrong.html.contains("Choose the picture again.") && wrong.html.matches(of: /autofocus/).count == 1)
            let odd = try await send(kim, Array("none".utf8), typed: ["name.en": "Yeonnam"])
            #expect(odd.status == 422 && texts.allSatisfy { odd.html.contains($0) })
            #expect(market.store.profile == .empty)
            #expect(try await send(kim, Photos.bytes("blue"), typed: ["name.en": "Yeonnam"]).status == 303)
            #expect(market.store.profile.name(in: .english) == "Yeonnam" && market.store.profile.logo != nil)
            // Without a file, the logo stays, and who removes it loses nothing that was typed.
            let logo = market.store.profile.logo
            #expect(try await send(kim, nil, typed: ["tagline.en": "Near & dear"]).status == 303)
            #expect(market.store.profile.logo == logo)
            #expect(try await send(kim, nil, does: "remove-logo", typed: ["name.ko": "연남 장터"]).status == 303)
            #expect(market.store.profile.name(in: .korean) == "연남 장터" && market.store.profile.logo == nil)
        }
    }

    @Test func onlyAnOperatorWhoHasSignedInLatelyChangesIt() async throws {
        try await withKim(.moderator) { lee, market in
            _ = try await lee.get("/operator")
            #expect(try await send(lee, Photos.bytes("blue")).status == 403)
            let kim = TestBrowser(market)
            try await kim.signIn(as: "An operator", .operator)
            #expect(try await send(kim, Photos.bytes("blue"), csrf: "0").status == 403)
            let stranger = TestBrowser(market)
            _ = try await stranger.get("/move")
            #expect(try await send(stranger, Photos.bytes("blue")).status == 403)
            market.clock.advance(seconds: 3601)
            let late = try await send(kim, Photos.bytes("blue"))
            #expect(late.status == 403)
            #expect(market.store.profile.logo == nil)
        }
    }

    @Test(arguments: [("ko", "버튼을 하나 눌러"), ("en", "Choose one of the buttons")])
    func aFormWithoutAKnownButtonChangesNothing(_ language: String, _ sentence: String) async throws {
        try await withMarket { market in
            let kim = TestBrowser(market, language: language)
            try await kim.signIn(as: "Kim", .operator)
            for action in ["", "sell", "REMOVE"] {
                let page = try await send(kim, Photos.bytes("blue"), does: action)
                #expect(page.status == 422 && page.html.contains(sentence), "\(action)")
                #expect(market.store.profile.logo == nil, "\(action)")
            }
            #expect(try await send(kim, Photos.bytes("blue")).status == 303)
            let logo = try #require(market.store.profile.logo)
            #expect(try await send(kim, nil, does: "REMOVE").status == 422)
            #expect(market.store.profile.logo == logo)
        }
    }

    @Test func aCommandSetsAndRemovesIt() async throws {
        try await withMarket { market in
            let admin = AdminService(services: market.services, webApp: Site())
            let file = Data(Photos.bytes("red"))
            guard case .market(let row) = await admin.perform(.market(.setLogo(file: file))) else {
                throw CancellationError()
            }
            let path = try #require(row.logo)
            #expect(try await market.page(path).status == .ok)
            guard case .refused(let reason) = await admin.perform(.market(.setLogo(file: Data("no".utf8)))) else {
                throw CancellationError()
            }
            #expect(reason.contains("can't be used"))
            #expect(try await market.page(path).status == .ok)
            guard case .market(let none) = await admin.perform(.market(.removeLogo)) else { throw CancellationError() }
            #expect(none.logo == nil)
            let log = try await market.store.moderationLog(before: nil, limit: 9)
            #expect(log.map(\.setting) == ["logo", "logo"] && log.allSatisfy { $0.operatorName == nil })
        }
    }
}
