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
        let data: [String: Any?] = [
            "hasProducts": !products.isEmpty,
            "count": site.texts.productCount(total),
            "problem": isNothingChosen ? site.operatorTexts[.nothingChosen] : nil,
            "moreAddress": hasNextPage ? "/print?page=\(page + 1)" : nil,
            "startAddress": page > 1 ? "/print" : nil,
            "rows": products.map { product in
                [
                    "id": product.id.rawValue,
                    "name": product.name,
                    "price": site.productTexts.salePrice(product.pricing),
                ] as Templates.Context
            },
        ]
        return PageLayout(kind: .message, title: site.texts[.printTitle], back: "/mine")
            .html("print-choice", site, data)
    }
}
