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

    @Test(arguments: ["", "   ", "ftp://market.example", "https://", "two words", "https://user@market.example"])
    func whatIsNoAddressIsRefused(typed: String) {
        #expect(throws: MarketAddress.Problem.unreadable) { try MarketAddress.url(typed) }
    }

    @Test(arguments: ["http://market.example", "HTTP://market.example:8080/shop", "http://192.168.0.4.example"])
    func addressThatTheSystemBlocksIsRefused(typed: String) {
        #expect(throws: MarketAddress.Problem.insecure) { try MarketAddress.url(typed) }
    }
}
