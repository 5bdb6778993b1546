import Foundation
import MarketAPI
import MarketClient
import MarketModels
import MarketTexts

/// Formats products as tables and text for users, or as JSON for programs.
struct ProductPrinting {
    let terminal = Terminal.output
    let productTexts: ProductTexts
    private let language: Language
    let now: Timestamp

    init(language: Language) {
        productTexts = ProductTexts(language: language)
        self.language = language
        now = Timestamp(millisecondsSinceEpoch: Int64(Date.now.timeIntervalSince1970 * 1000))
    }

    // MARK: Text

    func table(_ products: [ListedProduct]) -> [String] {
        var table = TextTable([
            .init(title: "ID", isRight: true), .init(title: "NAME", isTruncated: true),
            .init(title: "PRICE", isRight: true), .init(title: "WAS", isRight: true, omissionOrder: 2),
            .init(title: "STOCK", omissionOrder: 1), .init(title: "LISTED", omissionOrder: 3),
        ])
        table.rows = products.map { product in
            [
                .init(String(product.id.rawValue), .faint), .init(product.name),
                .init(productTexts.salePrice(product.pricing), .bold),
                .init(productTexts.struckPrice(product.pricing) ?? "", .faint, .struck),
                stock(product),
                .init(productTexts.age(of: product.registeredAt, now: now), .faint),
            ]
        }
        return table.lines(for: terminal)
    }

    /// Returns the stock of a product for sale, or otherwise the state.
    private func stock(_ product: ListedProduct) -> TextTable.Cell {
        switch product.state.kind {
        case .open: product.stock > 0 ? .init(productTexts.stock(product.stock)) : .init(productTexts.stock(0), .red)
        case .reserved: .init(productTexts.state(.reserved), .bold)
        case .sold, .hidden, .expired: .init(productTexts.state(product.state.kind), .red)
        }
    }

    /// Returns the state and the day on which it ends or began; nil for a product that is simply for sale.
    private func state(_ state: ListingState) -> String? {
        let interface = InterfaceTexts(language: language)
        let name = productTexts.state(state.kind)
        switch state {
        case .open: return nil
        case .hidden: return name
        case .reserved(let end):
            let day = CalendarDay(endingAtMidnight: end)
            return [name, day.map { interface[.reservedUntil(productTexts.day($0))] }].compactMap { $0 }.joined(
                separator: " "
            )
        case .sold(let time): return "\(name) \(interface[.soldOn(productTexts.day(time, in: .current))])"
        case .expired(let time): return "\(name) \(interface[.expiredOn(productTexts.day(time, in: .current))])"
        }
    }

    /// - Parameter category: the name of the product's category; nil to show how addresses name it.
    func text(_ product: DetailedProduct, page: URL, category: String?, contact: String?) -> [String] {
        let width = min(terminal.width ?? 100, 100)
        let pricing = product.listing.pricing
        var price = terminal.styled(productTexts.salePrice(pricing), .bold)
        if let struck = productTexts.struckPrice(pricing) { price += "  " + terminal.styled(struck, .faint, .struck) }
        let stock = productTexts.stock(product.listing.stock, in: product.state)
        var lines = DisplayText.wrapped(product.listing.name, to: width).map { terminal.styled($0, .bold) }
        if let state = state(product.state) { lines.append(terminal.styled(state, .bold)) }
        lines.append("\(price)  ·  \(product.listing.stock > 0 ? stock : terminal.styled(stock, .red))")
        if let reduction = product.reduction { lines.append(productTexts.reduced(reduction)) }
        let vendor = "\(product.vendor.name) (vendor \(product.vendor.id.rawValue))"
        let listed = productTexts.day(product.registeredAt, in: .current)
        let seller = DisplayText.wrapped("\(vendor)  ·  \(listed)", to: width)
        lines += (seller + [page.absoluteString]).map { terminal.styled($0, .faint) }
        let given = product.listing.attributes.given.map { field, value in
            field == .category ? category ?? field.text(value) : productTexts.text(of: field, value)
        }
        if !given.isEmpty { lines.append(DisplayText.line(given.joined(separator: "  ·  "))) }
        if let contact { lines.append("Contact: \(DisplayText.line(contact))") }
        if !product.listing.description.isEmpty {
            lines += [""] + DisplayText.wrapped(product.listing.description, to: width)
        }
        if !product.images.isEmpty {
            lines +=
                [""]
                + product.images.enumerated().map { index, image in
                    terminal.styled("Picture \(index + 1): \(image.url.absoluteString)", .faint)
                }
        }
        return lines
    }

    /// Returns what to send to somebody: on a terminal the name, the price and the link, otherwise only the link.
    func shared(_ product: DetailedProduct, page: URL) -> [String] {
        guard let width = terminal.width else { return [page.absoluteString] }
        return DisplayText.wrapped(product.listing.name, to: width).map { terminal.styled($0, .bold) }
            + [productTexts.salePrice(product.listing.pricing), page.absoluteString]
    }

    // MARK: JSON

    static func json(_ response: ProductListResponse) throws -> String {
        try encoded(ProductListRecord(response))
    }

    static func json(_ product: DetailedProduct, contact: String? = nil) throws -> String {
        try encoded(ProductRecord(product.listed, in: product, contact: contact))
    }

    /// Returns a product with the URL of its web page.
    static func json(_ product: DetailedProduct, page: URL) throws -> String {
        try encoded(ProductRecord(product.listed, page: page))
    }

    private static func encoded(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // JSON allows some unescaped control characters, which a terminal would execute.
        return String(decoding: try encoder.encode(value), as: UTF8.self).unicodeScalars.map { scalar in
            guard scalar != "\n", DisplayText.isControl(scalar) else { return String(scalar) }
            return "\\u" + UInt16(truncatingIfNeeded: scalar.value).hexDigits
        }.joined()
    }
}
