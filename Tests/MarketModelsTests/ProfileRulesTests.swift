import Foundation
import MarketModels
import Testing

/// What makes the market its operator's own.
struct ProfileRulesTests {
    private func problem(_ field: ProfileField, _ text: String) -> ProfileProblem? {
        do throws(ProfileProblem) {
            _ = try field.kind.checked(text)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Keys

    @Test func everyKeyHasItsOwnName() {
        let names = ProfileKey.allCases.map(\.rawValue)
        #expect(Set(names).count == names.count)
        #expect(names.contains("name.ko") && names.contains("accent-dark") && !names.contains("contact.ko"))
        for key in ProfileKey.allCases { #expect(ProfileKey(rawValue: key.rawValue) == key) }
        #expect(ProfileKey(rawValue: "name") == nil && ProfileKey(rawValue: "name.fr") == nil)
        #expect(ProfileKey(.name) == nil && ProfileKey(.contact, in: .korean) == nil)
    }

    // MARK: Texts

    @Test func textsAreOnOneLine() throws {
        #expect(try ProfileField.name.kind.checked("  연남\n 장터 ") == "연남 장터")
        // Composed, so that it is as long as people see it.
        #expect(try ProfileField.name.kind.checked("e\u{301}") == "\u{E9}")
        #expect(try ProfileField.name.kind.checked(String(repeating: "장", count: 40)).count == 40)
        #expect(try ProfileField.name.kind.checked("Xin chào Việt Nam") == "Xin chào Việt Nam")
        #expect(try ProfileField.name.kind.checked("שָׁלוֹם") == "שָׁלוֹם".precomposedStringWithCanonicalMapping)
        #expect(try ProfileField.name.kind.checked("<b>\"Market\" & 'more'</b>") == "<b>\"Market\" & 'more'</b>")
    }

    @Test(arguments: [
        "a\u{202E}b", "\u{2066}a\u{2069}", "a\u{200F}b", "a\u{200B}b", "\u{3164}a", "a\u{0}b", "a\u{7}b", "\u{AD}a",
        "a\u{2800}b",
        "a\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}",
    ])
    func deceptiveNamesAreRefused(_ name: String) {
        #expect(problem(.name, name) == .deceptive)
        #expect(problem(.tagline, name) == .deceptive)
        #expect(problem(.links, "\(name)=https://market.example") != nil)
    }

    @Test(arguments: [
        "", "  ", "\n", String(repeating: "a", count: 41), String(repeating: "장", count: 10_000),
        String(repeating: "a\u{301}", count: 10_000), "\u{301}",
    ])
    func namesOfAnotherLengthAreRefused(_ name: String) {
        #expect(problem(.name, name) == .length(1...40))
    }

    // MARK: Contact, language, links

    @Test(arguments: [
        ("help@market.example", "mailto:help@market.example"),
        (" https://open.kakao.com/o/abc ", "https://open.kakao.com/o/abc"),
        ("010-1234-5678", "tel:01012345678"), (" (02) 123-4567 ", "tel:021234567"),
        ("+82 10 1234 5678", "tel:+821012345678"), ("1588-1234", "tel:15881234"), ("15881234", "tel:15881234"),
        ("1661 0000", "tel:16610000"), ("1899.0000", "tel:18990000"), ("０１０-１２３４-５６７８", "tel:01012345678"),
        ("０１０－１２３４－５６７８", "tel:01012345678"), ("１５８８　１２３４", "tel:15881234"),
    ])
    func contactsAreMailPhoneOrHTTPS(_ text: String, _ address: String) throws {
        let checked = try ProfileField.contact.kind.checked(text)
        #expect(OperatorContact(checked)?.address == address)
        #expect(OperatorContact(checked)?.isPhone == address.hasPrefix("tel:"))
    }

    /// Pages show what devices that can't call have to dial, in characters that they can.
    @Test func fullWidthCharactersAreStoredAsOrdinaryOnes() throws {
        #expect(try ProfileField.contact.kind.checked("０１０－１２３４－５６７８") == "010-1234-5678")
        #expect(try ProfileField.contact.kind.checked("ｈｅｌｐ＠market.example") == "help@market.example")
    }

    @Test(arguments: [
        "", "help", "help@market", "http://market.example", "javascript:alert(1)", "https://market",
        "https://market.example/\u{202E}a", "https://xn--80ak6aa92e.com", "010-1234", "12345678", "1288-1234",
        "1788-1234", "1588-123", "158812345", "1588-12345", "2588-1234", "+1588-1234",
    ])
    func otherContactsAreRefused(_ text: String) { #expect(problem(.contact, text) == .noContact) }

    @Test(arguments: [
        "mailto:help@market.example", "tel:01012345678", "https://market.example/\"onclick=\"x",
        "https://" + String(repeating: "a", count: 300) + ".example",
    ])
    func whatIsNoContactAloneIsRefused(_ text: String) { #expect(problem(.contact, text) != nil) }

    @Test(arguments: [
        ("010-1234-5678 (저녁)", "010-1234-5678"), ("010-1234-5678(저녁)", "010-1234-5678"),
        ("０１０-１２３４-５６７８ (저녁)", "010-1234-5678"), ("전화 010-1234-5678", "010-1234-5678"),
        ("010-1234-5678, 02-123-4567", "010-1234-5678"), ("1588-1234 (평일)", "1588-1234"),
        ("help@market.example b", "help@market.example"), ("a help@market.example", "help@market.example"),
        ("help@market.example\nb", "help@market.example"),
        ("https://a.example https://b.example", "https://a.example"),
    ])
    func whatStandsBesideAContactIsRefusedByName(_ text: String, _ part: String) {
        #expect(problem(.contact, text) == .moreThanContact(part))
    }

    /// A listing's text has such numbers that are none of a phone.
    @Test(arguments: ["1588-1234", "15881234", "모델 1661-0000"])
    func representativeNumbersAreNoneOfAListing(_ text: String) {
        #expect(ContactReader.parts(of: text) == [ContactPart(text: text)])
    }

    @Test(arguments: [
        "https://blog.example/도움말", "https://blog.example/도움말".decomposedStringWithCanonicalMapping,
        "https://blog.example/%EB%8F%84움말", "https://blog.example/%EB%8F%84%EC%9B%80%EB%A7%90",
    ])
    func linksMayHaveKoreanPaths(_ link: String) throws {
        let encoded = "https://blog.example/%EB%8F%84%EC%9B%80%EB%A7%90"
        #expect(try ProfileField.contact.kind.checked(link) == encoded)
        #expect(try ProfileField.links.kind.checked("도움=\(link)") == "도움=\(encoded)")
        // A host is what people go by.
        let other = link.replacing("blog.example", with: "장터.example")
        #expect(problem(.contact, other) != nil)
        #expect(problem(.contact, link + "\u{202E}a") != nil)
    }

    @Test func languageIsOneOfTheMarkets() throws {
        #expect(try ProfileField.language.kind.checked("KO") == "ko")
        #expect(problem(.language, "fr") == .noLanguage && problem(.language, "") == .noLanguage)
    }

    @Test func registrationIsOneOfThree() throws {
        #expect(try ProfileField.registration.kind.checked(" Approved ") == "approved")
        for bad in ["", "maybe", "open closed"] { #expect(problem(.registration, bad) == .noRegistration) }
        let key = try #require(ProfileKey(.registration))
        #expect(
            MarketProfile(values: [key: "closed"]).registration == .closed && MarketProfile.empty.registration == .open
        )
    }

    @Test func currencyIsOneOfISO4217() throws {
        #expect(try ProfileField.currency.kind.checked(" chf ") == "CHF")
        for bad in ["", "XXY", "francs", "CH"] { #expect(problem(.currency, bad) == .noCurrency) }
    }

    @Test func firstCurrencyIsAcceptedToo() throws {
        let (franc, dollar) = (try #require(Currency(rawValue: "CHF")), Currency.usd)
        #expect(PricePolicy.exact.beginning(with: franc).currencies == [franc] + Currency.usual)
        #expect(PricePolicy.exact.beginning(with: dollar).currencies.count == Currency.usual.count)
        #expect(PricePolicy.exact.beginning(with: dollar).defaultCurrency == dollar)
        #expect(PricePolicy.exact.beginning(with: nil) == .exact)
        #expect(PricePolicy.exact.beginning(with: franc).ofItems.currencies.count == Currency.allCases.count)
        let whole = PricePolicy(isWhole: true, currencies: [.krw]).beginning(with: franc)
        #expect(whole.isWhole && whole.currencies == [franc, .krw] && whole.ofItems == whole)
    }

    @Test func linksHaveALabel() throws {
        let text = try ProfileField.links.kind.checked("FAQ = https://a.example/?a=b\n\n 새 소식=https://b.example ")
        #expect(text == "FAQ=https://a.example/?a=b\n새 소식=https://b.example")
        let key = try #require(ProfileKey(.links, in: .korean))
        let profile = MarketProfile(values: [key: text])
        #expect(profile.links(in: .korean).map(\.label) == ["FAQ", "새 소식"])
        #expect(profile.links(in: .english).map(\.address) == ["https://a.example/?a=b", "https://b.example"])
        #expect(MarketProfile.empty.links(in: .korean).isEmpty)
        for bad in [
            "FAQ", "=https://a.example", "FAQ=help@market.example", "Call=02-123-4567", "FAQ=javascript:x",
            "FAQ=/terms", "",
        ] {
            #expect(problem(.links, bad) == .noLink(bad))
        }
        let seven = (1...7).map { "\($0)=https://a.example" }.joined(separator: "\n")
        #expect(problem(.links, seven) == .tooManyLinks(maximum: 6))
    }

    // MARK: Color

    @Test func colorsAreRead() {
        #expect(AccentColor("#0B57d0")?.text == "#0b57d0")
        #expect(AccentColor("#05d")?.text == "#0055dd")
        for bad in ["0b57d0", "#0b57d", "#0b57d00", "#0b57dg", "#", "", "red", "#+b57d0", "#０b57d0"] {
            #expect(AccentColor(bad) == nil, "\(bad)")
        }
    }

    @Test func contrastIsThatOfWCAG() throws {
        let (black, white) = (try #require(AccentColor("#000000")), try #require(AccentColor("#ffffff")))
        #expect(black.contrast(with: white) == 21)
        #expect(white.contrast(with: black) == 21)
        #expect(white.contrast(with: white) == 1)
        // The lightest grey that can be read on white.
        let grey = try #require(AccentColor("#767676"))
        #expect(abs(grey.contrast(with: white) - 4.54) < 0.01)
    }

    @Test(arguments: [
        ("#0b57d0", PageColors.light), ("#c2410c", .light), ("#000", .light), ("#fb923c", .dark), ("#fff", .dark),
    ])
    func readableColorsAreTaken(_ color: String, _ scheme: PageColors) throws {
        let accent = try #require(AccentColor(color))
        #expect(accent.isReadable(on: scheme) && accent.readable(on: scheme) == accent)
        #expect(try ProfileField.Kind.accent(scheme).checked(color) == accent.text)
    }

    @Test(arguments: [
        ("#fb923c", PageColors.light), ("#ffff00", .light), ("#ffffff", .light), ("#777777", .light),
        ("#000000", .dark),
        ("#0000ff", .dark), ("#c2410c", .dark), ("#202024", .dark),
    ])
    func othersAreRefusedWithTheNearestThatCanBeRead(_ color: String, _ scheme: PageColors) throws {
        do throws(ProfileProblem) {
            _ = try ProfileField.Kind.accent(scheme).checked(color)
            Issue.record("\(color) was taken")
        } catch {
            guard case .lowContrast(_, let nearest) = error else { throw error }
            for ground in scheme.grounds + [scheme.textOnAccent] { #expect(nearest.contrast(with: ground) >= 4.5) }
            #expect(try ProfileField.Kind.accent(scheme).checked(nearest.text) == nearest.text)
            // A step back can't be read.
            let contrasts = scheme.grounds.map { nearest.contrast(with: $0) }
            #expect(try #require(contrasts.min()) < 4.8)
            #expect(error.description.contains(nearest.text))
        }
    }

    @Test func darkPagesHaveTheNearestColor() throws {
        let (light, dark) = (try #require(ProfileKey(.accent)), try #require(ProfileKey(.darkAccent)))
        let blue = MarketProfile(values: [light: "#0b57d0"])
        #expect(blue.accent(on: .light)?.text == "#0b57d0")
        let derived = try #require(blue.accent(on: .dark))
        #expect(derived.isReadable(on: .dark) && derived.text != "#0b57d0")
        let both = MarketProfile(values: [light: "#0b57d0", dark: "#8ab4f8"])
        #expect(both.accent(on: .dark)?.text == "#8ab4f8" && both.accent(on: .light)?.text == "#0b57d0")
        let darkOnly = MarketProfile(values: [dark: "#8ab4f8"])
        #expect(darkOnly.accent(on: .light) == nil && darkOnly.accent(on: .dark)?.text == "#8ab4f8")
        #expect(MarketProfile.empty.accent(on: .dark) == nil)
    }

    // MARK: Names

    @Test func nameOfTheOtherLanguageIsBetterThanNone() throws {
        let english = try #require(ProfileKey(.name, in: .english))
        let tagline = try #require(ProfileKey(.tagline, in: .english))
        let profile = MarketProfile(values: [english: "Yeonnam", tagline: "Near you"])
        #expect(profile.name(in: .korean) == "Yeonnam" && profile.name(in: .english) == "Yeonnam")
        #expect(profile.value(of: .tagline, in: .korean) == nil)
        #expect(MarketProfile.empty.name(in: .korean) == nil)
    }

    // MARK: Pages

    @Test func gapsAreWhatIsInBrackets() {
        let text = "By [your name], [주소]\n[a](https://a.example) [b][c] \\[d] [e]: https://e.example [] [two\nlines] x]"
        #expect(MarketPage.gaps(in: text) == ["[your name]", "[주소]", "[c]", "[two\nlines]"])
        #expect(MarketPage.gaps(in: "a [b [c] d]") == ["[c]"])
        #expect(MarketPage.gaps(in: "\\\\[a]") == ["[a]"])
        #expect(MarketPage.gaps(in: "[") == [] && MarketPage.gaps(in: "[]") == [] && MarketPage.gaps(in: "") == [])
        let careless = "［이름］ [number]: 123\n[your mail](\n[a]: mailto:a@b.example\n\n[your name\n\nSeoul"
        #expect(MarketPage.gaps(in: careless) == ["［이름］", "[number]", "[your mail]", "[your name"])
    }

    @Test func pagesAreTexts() {
        #expect(MarketPage.checked("a\r\nb\u{202E}c") == "a\nbc")
        for bad in ["", " \n", "\u{200B}", "a\u{0}b", String(repeating: "a", count: 20_001)] {
            #expect(MarketPage.checked(bad) == nil)
        }
        #expect(MarketPage.checked(String(repeating: "\u{1F33B}", count: 20_000))?.unicodeScalars.count == 20_000)
    }

    @Test func pageIsShownInTheOtherLanguageIfItMustBe() {
        func page(_ language: Language, isPublished: Bool) -> MarketPage {
            let id = MarketPage.ID(.imprint, in: language)
            let moment = Timestamp(millisecondsSinceEpoch: 0)
            return MarketPage(id: id, text: language.rawValue, isPublished: isPublished, changedAt: moment)
        }
        let one = MarketProfile(pages: [page(.korean, isPublished: true), page(.english, isPublished: false)])
        #expect(
            one.published(.imprint, in: .english)?.text == "ko" && one.published(.imprint, in: .korean)?.text == "ko"
        )
        let both = MarketProfile(pages: [page(.korean, isPublished: true), page(.english, isPublished: true)])
        #expect(both.published(.imprint, in: .english)?.text == "en")
        let none = MarketProfile(pages: [page(.korean, isPublished: false)])
        #expect(none.published(.imprint, in: .korean) == nil && none.publishedKinds.isEmpty)
        #expect(both.publishedKinds == [.imprint] && both.published(.terms, in: .english) == nil)
    }
}
