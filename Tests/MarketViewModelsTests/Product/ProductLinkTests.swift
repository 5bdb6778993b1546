import Foundation
import MarketModels
import MarketViewModels
import Testing

struct ProductLinkTests {
    @Test(
        arguments: [
            ("https://market.example/products/12", "https://market.example"),
            ("https://Market.Example/products/12?lang=ko#contact", "https://market.example"),
            ("https://market.example/shop/products/12", "https://market.example/shop"),
            ("http://192.168.0.4:8080/products/12", "http://192.168.0.4:8080"),
        ]
    )
    func linkOfAProductsPageIsRead(link: String, market: String) throws {
        let read = try #require(ProductLink(Samples.url(link)))
        #expect(read.market.absoluteString == market)
        #expect(read.product == Samples.id(12))
    }

    @Test(
        arguments: [
            "https://market.example", "https://market.example/products", "https://market.example/products/new",
            "https://market.example/products/12/edit", "https://market.example/products/-12",
            "https://market.example/products/012", "https://market.example/products/99999999999999999999",
            "https://market.example/vendors/12", "http://market.example/products/12", "mailto:products/12",
            "https://somebody@market.example/products/12",
        ]
    )
    func otherLinksAreLeftToTheBrowser(link: String) {
        #expect(ProductLink(Samples.url(link)) == nil)
    }
}
