import FieldSamples
import MarketModels
import Testing

struct ContactReaderTests {
    /// Returns the links in a contact.
    private func addresses(_ contact: String) -> [String] {
        ContactReader.parts(of: contact).compactMap(\.address)
    }

    @Test(arguments: [
        ("010-1234-5678", "tel:01012345678"), ("01012345678", "tel:01012345678"), ("010 1234 5678", "tel:01012345678"),
        ("010.1234.5678", "tel:01012345678"), ("010 - 1234 - 5678", "tel:01012345678"),
        ("010\u{2011}1234\u{2011}5678", "tel:01012345678"), ("(010) 1234-5678", "tel:01012345678"),
        ("011-123-4567", "tel:0111234567"), ("02-123-4567", "tel:021234567"), ("02-1234-5678", "tel:0212345678"),
        ("021234567", "tel:021234567"), ("02)123-4567", "tel:021234567"), ("(02) 123-4567", "tel:021234567"),
        ("064-123-4567", "tel:0641234567"), ("070-1234-5678", "tel:07012345678"),
        ("0507-1234-5678", "tel:050712345678"), ("080-123-4567", "tel:0801234567"),
        ("+82 10-1234-5678", "tel:+821012345678"), ("+821012345678", "tel:+821012345678"),
        ("+82 (0)10 1234 5678", "tel:+821012345678"), ("+82-010-1234-5678", "tel:+821012345678"),
        ("+82 2 123 4567", "tel:+8221234567"), ("+1 (555) 123-4567", "tel:+15551234567"),
        ("+44 20 7946 0958", "tel:+442079460958"), ("+33 6 12 34 56 78", "tel:+33612345678"),
        ("+49 1512 3456789", "tel:+4915123456789"),
    ])
    func phoneNumbersLeadToTheDial(_ written: String, _ address: String) {
        let part = ContactReader.parts(of: written).first
        #expect(part?.kind == .phone)
        #expect(part?.text == written)
        #expect(part?.address == address)
    }

    @Test(arguments: [
        ("kim@example.com", "mailto:kim@example.com"),
        ("kim.lee+market@mail.co.kr", "mailto:kim.lee+market@mail.co.kr"),
        ("01012345678@example.com", "mailto:01012345678@example.com"),
    ])
    func mailAddressesLeadToAMail(_ written: String, _ address: String) {
        #expect(ContactReader.parts(of: written).map(\.kind) == [.mail])
        #expect(addresses(written) == [address])
    }

    @Test(arguments: [
        ("https://open.kakao.com/o/s1AbC", "https://open.kakao.com/o/s1AbC"),
        ("HTTPS://Example.com", "https://Example.com"),
        ("https://example.com:8443/@kim?a=1&b=%20#c", "https://example.com:8443/@kim?a=1&b=%20#c"),
        ("https://example.com/wiki/Chair_(seat)", "https://example.com/wiki/Chair_(seat)"),
    ])
    func httpsLinksLeadWhereTheySay(_ written: String, _ address: String) {
        #expect(ContactReader.parts(of: written).map(\.kind) == [.link])
        #expect(addresses(written) == [address])
    }

    /// Contacts are written as sentences, and Korean particles attach to the word before.
    @Test(arguments: [
        ("전화:010-1234-5678/02-123-4567", ["전화:", "010-1234-5678", "/", "02-123-4567"]),
        ("Tel.010-1234-5678 (9시 이후)", ["Tel.", "010-1234-5678", " (9시 이후)"]),
        ("메일은kim@example.com입니다", ["메일은", "kim@example.com", "입니다"]),
        ("Mail kim@example.com.", ["Mail ", "kim@example.com", "."]), ("kim@example.com?", ["kim@example.com", "?"]),
        ("<kim@example.com>", ["<", "kim@example.com", ">"]),
        ("오픈채팅:https://a.example/o/x1로 오세요", ["오픈채팅:", "https://a.example/o/x1", "로 오세요"]),
        ("(https://a.example/x).", ["(", "https://a.example/x", ")."]),
        ("“https://a.example/x”", ["“", "https://a.example/x", "”"]),
        ("010 1234 5678 02 123 4567", ["010 1234 5678", " ", "02 123 4567"]),
        ("+1 555 123 4567 24 hours", ["+1 555 123 4567", " 24 hours"]),
        ("📞010-1234-5678, ✉️kim@example.com", ["📞", "010-1234-5678", ", ✉️", "kim@example.com"]),
        ("010-1234-5678\n카톡 kim", ["010-1234-5678", "\n카톡 kim"]),
    ])
    func whatStandsAroundStaysWords(_ contact: String, _ texts: [String]) {
        #expect(ContactReader.parts(of: contact).map(\.text) == texts)
    }

    @Test(arguments: [
        // Other schemes, and addresses inside them.
        "http://example.com", "http://example.com/010-1234-5678", "http://x?https://example.com",
        "xhttps://example.com",
        "javascript:alert(1)", "javascript:alert('010-1234-5678')", "JaVaScRiPt://example.com/%0Aalert(1)",
        "data:text/html,kim@example.com", "vbscript:kim@example.com", "file:///etc/passwd", "ftp://example.com",
        "blob:https://example.com/1", "view-source:https://example.com", "https:example.com", "https:/example.com",
        "https:///example.com", "https://", "//example.com", "example.com", "www.example.com/kim",
        // What precedes an @ is not the host.
        "https://bank.com@evil.example", "https://bank.com:443@evil.example/x", "https://bank.com%40evil.example",
        "https://bank.com@evil.example/010-1234-5678",
        // Hosts that imitate others, or are invalid.
        "https://b\u{430}nk.com", "https://xn--bnk-7cd.com", "https://example.com\u{3002}evil.example",
        "https://ｅxample.com", "https://127.0.0.1/", "https://[::1]/", "https://2130706433/", "https://localhost/",
        "https://a..example", "https://-a.example", "https://a.example./x", "https://a.example:123456/",
        "https://a.example:80x/", "https://a.example로",
        // Addresses that browsers parse differently from how they look.
        "https://evil.example\\@bank.com", "https://evil.example\\.bank.com", "https://a.example/%zz",
        "https://a.example/`", "https://a.example/{{x}}", "https://a.example/상품", "https://a.example\u{200B}/x",
        "https://a.example/\u{FEFF}x", "https://a.example/x\u{338}", "https://a.example/\u{0}",
        // Displayed in another order than it is read.
        "https://a.example/\u{202E}moc.knab//:sptth", "\u{202E}8765-4321-010", "\u{2066}kim@example.com",
        "010-1234-5678\u{200F}",
        // Invalid mail addresses.
        "kim@example", "kim@@example.com", "kim@bank.com@evil.example", "@kim", "kim@", "k..m@example.com",
        ".kim@example.com", "kim@127.0.0.1", "kim@xn--bnk-7cd.com", "\u{430}dmin@bank.com", "admin@b\u{430}nk.com",
        "kim@example.com?bcc=all@example.com", "mailto:kim@example.com?cc=lee@example.com", "kim%40example.com",
        "kim@example.com%0Abcc", "\"kim\"@example.com", "kim@example.com\u{301}",
        // Numbers that aren't telephone numbers.
        "010-1234-567", "010-12345-678", "010-1234-56789", "010-123-4567", "010-1234-5678-9", "3010-1234-5678",
        "010203-1234567", "3333-01-1234567", "110-010-1234-5678", "₩010-1234-5678", "#01012345678", "a01012345678",
        "01012345678a", "010-1234-5678@", "010-1234-5678=", "09-123-4567", "+", "+82", "+0123456789", "+1 555 123",
        "+1234567890123456", "1+821012345678", "*31#01012345678", "０１０-1234-5678", "(010-1234", "12,000원", "2026-01-02",
        "010-1234-5678\u{20E3}",
    ])
    func nothingElseIsEverALink(_ contact: String) {
        #expect(addresses(contact) == [])
        #expect(ContactReader.parts(of: contact) == [ContactPart(text: contact)])
    }

    @Test func anEmptyContactHasNoParts() {
        #expect(ContactReader.parts(of: "").isEmpty)
    }

    /// For any text: nothing is lost or shown twice, and every link has one of three schemes and is harmless in a page.
    @Test func anyMixtureIsKeptWholeAndHarmless() {
        let pieces = [
            "010", "-", "1234", "5678", "+82", " ", "(", ")", "02", "kim", "@", "example.com", ".", "https://",
            "http://", "/",
            "javascript:", "\"", "<", "&", "%", "\u{202E}", "\u{200D}", "가", "\u{301}", "😀", "\u{0}", "?", "#", ":",
            "\n",
        ]
        var random = SeededGenerator(seed: 42)
        for _ in 0..<20_000 {
            let contact = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            let parts = ContactReader.parts(of: contact)
            let scalars = parts.flatMap { Array($0.text.unicodeScalars) }
            #expect(scalars == Array(contact.unicodeScalars), "\(contact.debugDescription)")
            for part in parts {
                #expect(!part.text.isEmpty)
                #expect((part.kind == .text) == (part.address == nil))
                guard let address = part.address else { continue }
                let isKnown = ["tel:", "mailto:", "https://"].contains(where: address.hasPrefix)
                #expect(isKnown && address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
            }
        }
    }
}
