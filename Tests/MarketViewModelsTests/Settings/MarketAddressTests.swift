import Foundation
import MarketViewModels
import Testing

struct MarketAddressTests {
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

    /// The Korean keyboard has a full stop of its own.
    @Test(arguments: ["마켓.한국", "https://마켓.한국/", "마켓。한국", "https://XN--HZ2BK30B.xn--3e0b707e"])
    func nameInHangulIsFoundAndReadAsItIsTyped(typed: String) throws {
        let url = try MarketAddress.url(typed)
        #expect(url.absoluteString == "https://xn--hz2bk30b.xn--3e0b707e")
        #expect(MarketAddress.text(of: url) == "https://마켓.한국")
        #expect(try MarketAddress.url(MarketAddress.text(of: url)) == url)
    }

    @Test func namesThatLookLikeOthersStayEncoded() throws {
        // The first letter is Cyrillic.
        let url = try MarketAddress.url("аpple.example/가게")
        #expect(MarketAddress.text(of: url) == url.absoluteString)
        #expect(url.host()?.hasPrefix("xn--") == true)
        let plain = try MarketAddress.url("http://192.168.0.4:8080/shop")
        #expect(MarketAddress.text(of: plain) == "http://192.168.0.4:8080/shop")
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
