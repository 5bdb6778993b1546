import MarketModels
import MarketTexts

/// The page of price tags or notices for chosen products, on sheets of A4. It is laid out in millimetres by `print.css`.
struct PrintPage: WebPage {
    enum Kind: String, CaseIterable, Sendable {
        /// Price tags of 70 × 37 mm, 24 on a sheet.
        case labels
        /// Notices of A6 with strips to tear off, four on a sheet.
        case notices

        var countPerSheet: Int {
            switch self {
            case .labels: 24
            case .notices: 4
            }
        }
    }

    /// The maximum number of products that are printed at once: four sheets of price tags, or 24 of notices.
    static let maximumCount = 96

    let kind: Kind
    let products: [Product]
    /// The number of requested products that are left out because they are gone.
    var goneCount = 0
    /// Whether more than ``maximumCount`` products were requested.
    var isCapped = false

    /// Returns the address of the page: `/print?products=1,2,3&kind=labels`.
    static func address(of ids: [Product.ID], _ kind: Kind) -> String {
        "/print?products=\(list(of: ids))&kind=\(kind.rawValue)"
    }

    private static func list(of ids: [Product.ID]) -> String {
        ids.map { String($0.rawValue) }.joined(separator: ",")
    }

    func html(_ site: SiteContext) -> String {
        var notes: [String] = []
        if goneCount > 0 { notes.append(site.texts[.leftOutAsGone(goneCount)]) }
        if isCapped { notes.append(site.texts[.leftOutBeyond(Self.maximumCount)]) }
        let starts = Array(stride(from: 0, to: products.count, by: kind.countPerSheet))
        let data: [String: Any?] = [
            "isLabels": kind == .labels,
            "hint": site.texts[kind == .labels ? .priceTagsHint : .noticesHint],
            "notes": notes.map { ["sentence": $0] as Templates.Context },
            "products": Self.list(of: products.map(\.id)),
            "hasProducts": !products.isEmpty,
            "sheets": starts.enumerated().map { index, start in
                [
                    "label": site.texts[.sheet(index + 1, of: starts.count)],
                    "products": products[start...].prefix(kind.countPerSheet).map {
                        PrintedProductViewData.of($0, kind, site)
                    },
                ] as Templates.Context
            },
        ]
        let back = products.count == 1 ? "/products/\(products[0].id.rawValue)" : "/mine"
        return PageLayout(kind: .message, title: site.texts[.printTitle], back: back).html("print", site, data)
    }
}
