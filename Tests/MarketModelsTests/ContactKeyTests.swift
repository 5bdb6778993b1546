import MarketModels
import Testing

/// One key for all ways to write a contact.
struct ContactKeyTests {
    @Test(arguments: [
        ["010-1234-5678", "01012345678", "+82 10-1234-5678", "Call 010 1234 5678!", "문자 주세요 (010) 1234-5678"],
        ["kim@market.example", "KIM@Market.example", "mail: kim@market.example"],
        ["https://chat.example/kim", "Chat: https://chat.example/kim"],
        ["Ask for Kim", "ask  for KIM!", "askforkim"],
        ["카톡 kim-123", "카톡: KIM 123"],
    ])
    func contactsAreTheSameHoweverTheyAreWritten(_ contacts: [String]) {
        let keys = Set(contacts.map { ContactKey.keys(of: $0).first })
        #expect(keys.count == 1 && !keys.contains(nil), "\(keys)")
    }

    @Test(arguments: [
        ("010-1234-5678", "010-1234-5679"), ("010-1234-5678", "+1 555 123 4567"),
        ("kim@market.example", "lee@market.example"),
        ("https://chat.example/kim", "https://chat.example/lee"), ("Kim", "Lee"),
        ("010-1234-5678", "kim@market.example"),
    ])
    func othersAreNot(_ one: String, _ other: String) {
        #expect(ContactKey.keys(of: one) != ContactKey.keys(of: other))
    }

    @Test(arguments: ["", " ", "!?", "🙂"])
    func whatNamesNobodyHasNone(_ contact: String) {
        #expect(ContactKey.keys(of: contact).isEmpty)
    }

    @Test(arguments: [
        [
            "010-1234-5678", "010 1234 5678", "01012345678", "+82 10-1234-5678", "+82(0)10.1234.5678",
            "Call 010-1234-5678!", "０１０-１２３４-５６７８", "010-1234-56 78", "010--1234--5678", "010_1234_5678",
            "010/1234/5678",
            "010~1234~5678", "0 1 0 1 2 3 4 5 6 7 8", "82-10-1234-5678", "0082 10 1234 5678", "82 010 1234 5678",
            "𝟎𝟏𝟎-𝟏𝟐𝟑𝟒-𝟓𝟔𝟕𝟖", "⓪①⓪-①②③④-⑤⑥⑦⑧", "٠١٠-١٢٣٤-٥٦٧٨", "०१०१२३४५६७८",
            "010\u{200B}1234\u{2060}5678", "010-1234-5678kakao", "1) 010.1234/5678", "10000원 010 1234\n5678",
        ],
        ["031-123-4567", "031/123/4567", "82 31 123 4567"], ["011-123-4567", "011~123~4567"],
        ["02-1234-5678", "0 2 1 2 3 4 5 6 7 8", "0082-2-1234-5678"],
        ["02-123-4567", "(02) 123-4567", "+82 2 123 4567"],
        ["1588-1234", "15881234", "☎ 1588 1234", "전화 1588-1234", "Model: 1588–1234", "1588~1234"],
        ["+49 30 1234567", "+4930 1234567"],
        [
            "Kim@Example.com", "mail: kim@example.com", "kim+market@example.com.", "ｋｉｍ＠ｅｘａｍｐｌｅ．ｃｏｍ",
            "k\u{200B}im@exa\u{AD}mple.com",
            "𝐤𝐢𝐦@𝗲𝘅𝗮𝗺𝗽𝗹𝗲.com",
        ],
        ["kim.lee@example.com", "mailto:kim.lee@example.com"],
        [
            "https://example.com/Kim/", "https://www.example.com/kim", "see HTTPS://EXAMPLE.COM/kim", "example.com/kim",
            "http://example.com/kim", "https://example.com:443/kim?from=market", "(example.com/kim#top)",
            "채팅:www.example.com/kim로", "example.com./kim", "example.com//kim", "example.com/./kim/",
            "example.com/%6Bim",
            "ｅｘａｍｐｌｅ．ｃｏｍ/kim",
        ],
        ["https://example.com/profile.php?id=7", "example.com/profile.php?id=7#posts"],
        ["KakaoTalk  Chair", "kakaotalk: chair ", "kakaotalk\nchair!"],
    ])
    func allWaysToWriteItHaveOneKey(_ contacts: [String]) {
        let keys = contacts.map { ContactKey.keys(of: $0) }
        #expect(keys[0].count == 1)
        for (contact, other) in zip(contacts, keys) { #expect(other == keys[0], "\(contact)") }
    }

    @Test func whatIsBeforeTheHostOfALinkMatters() {
        let keys = ContactKey.keys(of: "user@example.com/kim").map(\.rawValue)
        #expect(keys == ["mailto:user@example.com", "https://example.com/kim"])
        // A sentence ends.
        #expect(ContactKey.keys(in: "See example.com. /kim").map(\.rawValue) == ["https://example.com"])
        #expect(ContactKey.keys(of: "example.com/%zz").map(\.rawValue) == ["https://example.com/%zz"])
    }

    @Test(arguments: [
        "1588-123", "15881-2345", "1788-1234", "2022-12-31", "84m² 3,000", "1,600 won, 1,200 won and 16", "₩15,881,234",
        "1 588 1234", "1588 x 1234 mm", "1600 * 1200", "1588, 1234",
    ])
    func numbersThatAreNoCompanysAreNotFound(_ text: String) {
        #expect(ContactKey.keys(in: text).isEmpty)
    }

    @Test func othersHaveOtherKeys() {
        let contacts = [
            "010-1234-5678", "010-1234-5679", "+1 010 123 4567", "kim@example.com", "kim@example.org",
            "https://example.com/kim", "https://example.com", "kakao kim", "카톡 의자", "https://example.com/p.php?id=7",
            "https://example.com/p.php?id=8", "010-1234-567", "1234-5678",
        ]
        let keys = contacts.flatMap { ContactKey.keys(of: $0) }
        #expect(Set(keys).count == contacts.count)
        #expect(ContactKey.keys(of: "").isEmpty && ContactKey.keys(of: " \n").isEmpty)
    }

    @Test func thoseInATextAreFoundAndNothingElse() {
        let text = "Nearly new.\nCall 010-1234\u{200E}-5678 or 010 1234 5678,\nor kim@example.com, 3,000 won"
        #expect(ContactKey.keys(in: text).map(\.rawValue) == ["tel:01012345678", "mailto:kim@example.com"])
        #expect(ContactKey.keys(in: "Ask for Kim").isEmpty)
    }

    /// The longest description takes as long as its text is: brackets behind a link were once counted anew for each of them.
    @Test(.timeLimit(.minutes(1)), arguments: ["https://a.example/" + String(repeating: ")", count: 100_000)])
    func aLongTextIsReadInTime(_ text: String) {
        #expect(ContactKey.keys(in: text).map(\.rawValue) == ["https://a.example"])
    }

    @Test(arguments: ["010-1234-5678", "kim@example.com", "example.com/kim", "카톡 kim-01", "KakaoTalk: chair_77"])
    func whatIsSomebodysOwnCanBeBlocked(_ contact: String) {
        #expect(ContactKey.blockable(of: contact) == ContactKey.keys(of: contact))
        #expect(ContactKey.blockable(of: contact).count == 1)
    }

    /// Strangers write it, too.
    @Test(arguments: ["문의", "댓글", "채팅 주세요", "Ask for Kim", "24시간 문의", "Please write in the chat", "?", ""])
    func whatAnybodyWritesCanNot(_ contact: String) {
        #expect(ContactKey.blockable(of: contact).isEmpty)
    }

    @Test func numbersStandApart() {
        let contact = "010-1234-5678, 010/9999/8888 0101111 2222"
        #expect(ContactKey.keys(of: contact).map(\.text) == ["01012345678", "01099998888", "01011112222"])
        #expect(ContactKey.keys(in: "Bought 2026-11-28 for 120,000, 3.5 kg, 1400 x 700").isEmpty)
    }

    @Test func eachThatAContactNamesHasOne() {
        let keys = ContactKey.keys(of: "010-1234-5678 or kim@example.com, +82 10 1234 5678")
        #expect(
            keys.map(\.text) == ["01012345678", "kim@example.com"]
                || keys.map(\.text) == ["kim@example.com", "01012345678"]
        )
    }
}
