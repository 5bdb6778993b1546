import MarketModels
import Testing

struct ContactKeyTests {
    @Test(arguments: [
        ["010-1234-5678", "01012345678", "+82 10-1234-5678", "Call 010 1234 5678!", "문자 주세요 (010) 1234-5678"],
        ["kim@market.example", "KIM@Market.example", "mail: kim@market.example"],
        ["https://chat.example/kim", "Chat: https://chat.example/kim"],
        ["Ask for Kim", "ask  for KIM!", "askforkim"],
        ["카톡 kim-123", "카톡: KIM 123"],
    ])
    func contactsAreTheSameHoweverTheyAreWritten(_ contacts: [String]) {
        let keys = Set(contacts.map { ContactKey.key(of: $0) })
        #expect(keys.count == 1 && !keys.contains(nil), "\(keys)")
    }

    @Test(arguments: [
        ("010-1234-5678", "010-1234-5679"), ("010-1234-5678", "+1 555 123 4567"),
        ("kim@market.example", "lee@market.example"),
        ("https://chat.example/kim", "https://chat.example/lee"), ("Kim", "Lee"),
        ("010-1234-5678", "kim@market.example"),
    ])
    func othersAreNot(_ one: String, _ other: String) {
        #expect(ContactKey.key(of: one) != ContactKey.key(of: other))
    }

    @Test(arguments: ["", " ", "!?", "🙂"])
    func whatNamesNobodyHasNone(_ contact: String) {
        #expect(ContactKey.key(of: contact) == nil)
    }
}
