import MarketModels
import MarketTexts

/// The page on which a seller chooses what to print of their own listings.
struct PrintChoicePage: WebPage {
    let products: [ProductSummary]
    let total: Int
    /// The page number, from 1.
    var page = 1
    let hasNextPage: Bool
    /// Whether a choice was sent without any product.
    let isNothingChosen: Bool

    func html(_ site: SiteContext) -> String {
        let texts = InterfaceTexts(language: site.language)
        let prices = ProductTexts(language: site.language)
        let data: [String: Any?] = [
            "hasProducts": !products.isEmpty,
            "count": texts.productCount(total),
            "problem": isNothingChosen ? OperatorTexts(language: site.language)[.nothingChosen] : nil,
            "moreAddress": hasNextPage ? "/print?page=\(page + 1)" : nil,
            "startAddress": page > 1 ? "/print" : nil,
            "rows": products.map { product in
                [
                    "id": product.id.rawValue,
                    "name": product.name,
                    "price": prices.salePrice(product.pricing),
                ] as Templates.Context
            },
        ]
        return PageLayout(kind: .message, title: texts[.printTitle], back: "/mine").html("print-choice", site, data)
    }
}
