import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import MarketWeb
import NIOCore
import ProductStoreContract
import TestMarkets
import Testing

/// Contacts that no listing may have (Moderating.md).
struct BlockedContactTests {
    private func desk(_ market: TestMarket) async throws -> (TestBrowser, csrf: String) {
        let browser = TestBrowser(market)
        try await browser.signIn(as: "Kim", .moderator)
        return (browser, try #require(await browser.cookies["csrf"]))
    }

    @Test func itIsBlockedFromAListingAndFromItsPage() async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair", "contact": "010-1234-5678"])
            try await market.list(["name": "Table", "contact": "+82 10 1234 5678"])
            try await market.list(["name": "Lamp", "contact": "kim@example.com"])
            try await market.list(["name": "Desk"])
            let (desk, csrf) = try await desk(market)
            #expect(try await desk.get("/operator/listings/1").html.contains("block-contact"))
            #expect(try await desk.get("/operator/listings/4").html.contains("block-contact") == false)
            func send(_ path: String, _ fields: (String, String)...) async throws -> TestBrowser.Page {
                try await desk.post(path, [("csrf", csrf)] + fields)
            }
            let block = ("do", "block-contact")
            let number = ("contacts", "tel:01012345678")
            let silent = try await send("/operator/listings", ("products", "1"), block, number, ("reason", ""))
            #expect(silent.status == 422)
            #expect(try await market.get("/api/products/1").status == .ok)
            // Neither nothing nor the contact of another listing is blocked.
            let unchosen = try await send("/operator/listings", ("products", "1"), block, ("reason", "Spam"))
            #expect(unchosen.status == 422 && unchosen.html.contains("Choose at least one contact"))
            let none = try await send("/operator/listings", ("products", "4"), block, number, ("reason", "Spam"))
            #expect(none.status == 422 && none.html.contains("have no contact of their own"))
            #expect(
                try await send("/operator/listings", ("products", "1"), block, number, ("reason", "Spam")).status == 303
            )
            for (id, status) in [(1, 404), (2, 404), (3, 200), (4, 200)] {
                #expect(try await market.get("/api/products/\(id)").status.code == status)
            }
            let typed = try await send(
                "/operator/contacts",
                ("do", "block"),
                ("contact", "Kim@example.com"),
                ("reason", "")
            )
            #expect(typed.status == 422 && typed.html.contains("value=\"Kim@example.com\""))
            let mail = try await send(
                "/operator/contacts",
                ("do", "block"),
                ("contact", "Kim@example.com"),
                ("reason", "Too")
            )
            #expect(mail.status == 303)
            #expect(try await market.get("/api/products/3").status == .notFound)
            for contact in ["kim@example.com", "", "!!!"] {
                let known = try await send(
                    "/operator/contacts",
                    ("do", "block"),
                    ("contact", contact),
                    ("reason", "Again")
                )
                #expect(known.status == 422 && known.html.contains("isn’t blocked yet"), "\(contact)")
            }
            let page = try await desk.get("/operator/contacts").html
            for text in ["01012345678", "kim@example.com", "Spam", "Kim"] { #expect(page.contains(text)) }
            #expect(try await desk.get("/operator/listings/1").html.contains("Contact blocked"))
            let back = try await send(
                "/operator/contacts",
                ("do", "unblock"),
                ("contact", "tel:01012345678"),
                ("reason", "A mistake")
            )
            #expect(back.status == 303)
            for id in [1, 2] { #expect(try await market.get("/api/products/\(id)").status == .ok) }
            #expect(try await desk.get("/operator/contacts").html.contains("01012345678") == false)
            let log = try await desk.get("/operator/log").html
            #expect(log.contains("Contact unblocked") && log.contains("01012345678"))
            #expect(try await send("/operator/contacts", ("do", "nothing"), ("reason", "x")).status == 422)
        }
    }

    /// The listing names everything that can be blocked. What others have as well isn't chosen unless somebody chooses it.
    @Test(arguments: [("ko", "다른 판매자도 쓰는"), ("en", "Other sellers have given it, too")])
    func whatOthersHaveIsNotBlockedByTheWay(_ language: String, _ sentence: String) async throws {
        try await withMarket { market in
            try await market.list(
                ["name": "Chair", "contact": "victim@example.com"],
                identifier: "identifier-of-the-victim"
            )
            let contact = "010-7777-7777 / 02-123-4567 / victim@example.com"
            try await market.list(["name": "Table", "contact": contact], identifier: "identifier-of-the-scammer")
            // What the same seller has elsewhere is theirs.
            try await market.list(
                ["name": "Lamp", "contact": "010-7777-7777"],
                identifier: "identifier-of-the-scammer"
            )
            let desk = TestBrowser(market, language: language)
            try await desk.signIn(as: "Kim", .moderator)
            let csrf = try #require(await desk.cookies["csrf"])
            let page = try await desk.get("/operator/listings/2").html
            let box = /name="contacts" value="([^"]+)"( checked)?/
            let boxes = page.matches(of: box)
            #expect(boxes.map { String($0.1) } == ["tel:01077777777", "tel:021234567", "mailto:victim@example.com"])
            #expect(boxes.map { $0.2 != nil } == [true, true, false])
            #expect(page.components(separatedBy: sentence).count == 2)
            let chosen = boxes.filter { $0.2 != nil }.map { ("contacts", String($0.1)) }
            let send = [("csrf", csrf), ("products", "2"), ("do", "block-contact"), ("reason", "Scams")]
            // A form that comes back has those that were chosen, not those that were at first.
            let silent = send.dropLast() + [("reason", ""), ("back", "/operator/listings/2")]
            for keys in [["mailto:victim@example.com"], []] {
                let again = try await desk.post("/operator/listings", silent + keys.map { ("contacts", $0) })
                let ticked = again.html.matches(of: box).filter { $0.2 != nil }.map { String($0.1) }
                #expect(again.status == 422 && ticked == keys)
            }
            #expect(try await desk.post("/operator/listings", send + chosen).status == 303)
            func statuses() async throws -> [Int] {
                var statuses: [Int] = []
                for id in 1...3 { statuses.append(try await market.get("/api/products/\(id)").status.code) }
                return statuses
            }
            #expect(try await statuses() == [200, 404, 404])
            // It is one act, each contact of which the log names and undoes.
            let entries = try await market.store.moderationLog(before: nil, limit: 9)
            #expect(entries.map(\.setting) == ["tel:021234567", "tel:01077777777"])
            #expect(Set(entries.map(\.createdAt)).count == 1 && entries.allSatisfy(\.canBeUndone))
            let left = try await desk.get("/operator/listings/2").html
            #expect(left.matches(of: /name="contacts"/).count == 1)
            // Who wants to block the other one, too, can.
            let other = [("contacts", "mailto:victim@example.com")]
            #expect(try await desk.post("/operator/listings", send + other).status == 303)
            #expect(try await statuses() == [404, 404, 404])
        }
    }

    /// The page names what it blocks, and blocks no words that strangers write, too.
    @Test func wordsOfEverybodyAreNotBlocked() async throws {
        try await withMarket { market in
            for contact in ["문의", "문의", "문의: 010-1234-5678 또는 ｋｉｍ@example.com", "카톡 kim01"] {
                try await market.list(["contact": contact])
            }
            let (desk, csrf) = try await desk(market)
            for (id, names) in [(1, []), (3, ["01012345678", "kim@example.com"]), (4, ["카톡kim01"])] as [(Int, [String])]
            {
                let page = try await desk.get("/operator/listings/\(id)").html
                #expect(page.contains("value=\"block-contact\"") == !names.isEmpty)
                #expect(page.matches(of: /name="contacts"/).count == names.count)
                for name in names { #expect(page.contains("<bdi>\(name)</bdi>")) }
            }
            for (path, fields) in [
                ("/operator/listings", [("products", "1"), ("do", "block-contact"), ("contacts", "text:문의")]),
                ("/operator/contacts", [("do", "block"), ("contact", "문의")]),
            ] {
                let none = try await desk.post(path, [("csrf", csrf), ("reason", "Spam")] + fields)
                #expect(none.status == 422 && none.html.contains("can’t be blocked"), "\(path)")
            }
            for id in 1...2 { #expect(try await market.get("/api/products/\(id)").status == .ok) }
            try await market.list(["contact": "문의"])
            let name = ("contacts", "text:카톡kim01")
            let fields = [("csrf", csrf), ("products", "4"), ("do", "block-contact"), ("reason", "Spam"), name]
            #expect(try await desk.post("/operator/listings", fields).status == 303)
            #expect(try await market.get("/api/products/4").status == .notFound)
            #expect(try await market.post(.listing(["contact": "카톡: KIM-01"])).status == .badRequest)
            #expect(try await market.post(.listing(["contact": "카톡 kim02"])).status == .created)
        }
    }

    @Test(arguments: [("ko", "쓸 수 없는 연락처"), ("en", "can’t be used in this market")])
    func nobodyListsOrEditsWithIt(_ language: String, _ sentence: String) async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair"])
            let isChanged = try await market.services.moderateListings.setBlocked(
                true,
                contact: "010-1234-5678",
                reason: "Spam",
                by: OperatorAuthenticator.commandLine
            )
            #expect(isChanged)
            let listed = try await market.post(
                .listing(["contact": "010 1234 5678"]),
                headers: [.acceptLanguage: language]
            )
            #expect(listed.status == .badRequest)
            let error = try JSON(listed)
            #expect(error["code"].string == "invalid_fields" && error["fields"][0]["name"].string == "contact")
            #expect(String(buffer: listed.body).contains(sentence))
            let change = "{\"contact\":\"+82 10-1234-5678\",\"secret\":\"\(TestMarket.secret)\"}"
            #expect(try await market.send(.patch, "/api/products/1", change).status == .badRequest)
            let other = "{\"contact\":\"010-1234-5679\",\"secret\":\"\(TestMarket.secret)\"}"
            #expect(try await market.send(.patch, "/api/products/1", other).status == .accepted)
            let browser = TestBrowser(market, language: language)
            let form = FormBody.webListing(
                try await browser.get("/products/new"),
                ["name": "Lamp", "contact": "010-1234-5678"]
            )
            let page = try await browser.post("/products", form: form)
            #expect(page.status == 422 && page.html.contains(sentence) && page.html.contains("Lamp"))
            #expect(try JSON(await market.get("/api/products"))["pages"].array.count == 1)
        }
    }

    @Test(arguments: [("ko", "이 마켓에서 쓸 수 없는 연락처가 있어요"), ("en", "has a contact that can’t be used in this market")])
    func itIsFoundInTexts(_ language: String, _ sentence: String) async throws {
        try await withMarket { market in
            try await market.list(["name": "Chair", "descriptions": "Call 010-1234-5678"])
            _ = try await market.services.moderateListings.setBlocked(
                true,
                contact: "010-1234-5678",
                reason: "Spam",
                by: OperatorAuthenticator.commandLine
            )
            // What was listed before isn't searched.
            #expect(try await market.get("/api/products/1").status == .ok)
            for (key, text) in [
                ("name", "Chair 01012345678"), ("descriptions", "+82 10 1234 5678"), ("place", "01012345678"),
            ] {
                let listed = try await market.post(.listing([key: text]), headers: [.acceptLanguage: language])
                let error = try JSON(listed)
                #expect(listed.status == .badRequest && error["fields"][0]["name"].string == key)
                #expect(error["fields"][0]["reason"].string?.contains(sentence) == true)
                let change = "{\"\(key)\":\"\(text)\",\"secret\":\"\(TestMarket.secret)\"}"
                #expect(try await market.send(.patch, "/api/products/1", change).status == .badRequest)
            }
            let price = "{\"price\":9000,\"secret\":\"\(TestMarket.secret)\"}"
            #expect(try await market.send(.patch, "/api/products/1", price).status == .accepted)
            #expect(try await market.post(.listing(["descriptions": "010-1234-5679"])).status == .created)
            let item = try await market.send(.post, "/item", form: .item(["descriptions": "010 1234 5678"]))
            #expect(item.status == .badRequest)
            let browser = TestBrowser(market, language: language)
            let form = FormBody.webListing(
                try await browser.get("/products/new"),
                ["name": "Lamp", "descriptions": "문의 010-1234-5678"]
            )
            let page = try await browser.post("/products", form: form)
            #expect(page.status == 422 && page.html.contains(sentence) && page.html.contains("Lamp"))
        }
    }

    @Test(arguments: [("ko", "차단한 연락처가 있는 상품은 공개할 수 없어요"), ("en", "with a blocked contact can’t be shown to others")])
    func whatWaitsIsNotApproved(_ language: String, _ sentence: String) async throws {
        try await withMarket(registration: .approved) { market in
            try await market.list(["name": "Chair", "contact": "010-1234-5678"])
            try await market.list(["name": "Table", "descriptions": "Call 010 1234 5678"])
            try await market.list(["name": "Lamp", "contact": "010-1234-5679"])
            let proof = OperatorAuthenticator.commandLine
            let moderate = market.services.moderateListings
            _ = try await moderate.setBlocked(true, contact: "01012345678", reason: "Spam", by: proof)
            let browser = TestBrowser(market, language: language)
            try await browser.signIn(as: "Kim", .moderator)
            let csrf = try #require(await browser.cookies["csrf"])
            for id in [1, 2] {
                let page = try await browser.get("/operator/listings/\(id)").html
                #expect(page.contains(sentence) && page.contains("01012345678"), "\(id)")
                #expect(!page.contains("value=\"approve\"") && page.contains("value=\"hide\""), "\(id)")
            }
            let lamp = try await browser.get("/operator/listings/3").html
            #expect(lamp.contains("value=\"approve\"") && !lamp.contains(sentence))
            // The others of a selection are approved.
            var fields = [("csrf", csrf), ("do", "approve")]
            for id in 1...3 { fields.append(try await market.chosen(id)) }
            let page = try await browser.post("/operator/listings", fields)
            #expect(page.status == 422 && page.html.contains(sentence))
            for (id, status) in [(1, 404), (2, 404), (3, 200)] {
                #expect(try await market.get("/api/products/\(id)").status.code == status, "\(id)")
            }
            let admin = AdminService(services: market.services, webApp: Site())
            guard case .refused(let why) = await admin.perform(.moderation(.act(.approve, on: 1))) else {
                return #expect(Bool(false))
            }
            #expect(why.contains("blocked contact"))
            _ = try await moderate.setBlocked(false, contact: "01012345678", reason: "A mistake", by: proof)
            #expect(try await market.get("/api/products/1").status == .notFound)
            try await moderate.perform(.approve, on: Product.ID(rawValue: 1), by: proof)
            #expect(try await market.get("/api/products/1").status == .ok)
        }
    }

    @Test func itsSellerReadsWhy() async throws {
        try await withMarket { market in
            let browser = TestBrowser(market)
            let form = FormBody.webListing(try await browser.get("/products/new"), ["contact": "010-1234-5678"])
            #expect(try await browser.post("/products", form: form).status == 303)
            _ = try await market.services.moderateListings.setBlocked(
                true,
                contact: "01012345678",
                reason: "Known <scam>",
                by: OperatorAuthenticator.commandLine
            )
            for path in ["/products/1", "/products/1/manage"] {
                let page = try await browser.get(path).html
                #expect(page.contains("has blocked your contact") && page.contains("Known &lt;scam"), "\(path)")
            }
            #expect(try await TestBrowser(market).get("/products/1").status != 200)
        }
    }
}
