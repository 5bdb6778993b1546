public import MarketModels

/// The texts of the web pages, many of which apps show, too. What only apps say is in ``AppTexts``.
public struct InterfaceTexts: Sendable {
    /// The language of the texts.
    public let language: Language
    private let strings: any LanguageStrings

    /// Creates the texts of a language.
    public init(language: Language) {
        self.language = language
        strings = language.strings
    }

    /// The text for a key.
    public subscript(string: InterfaceString) -> String { strings.text(for: string) }
    /// A text with something in it.
    public subscript(sentence: InterfaceSentence) -> String { strings.text(for: sentence) }

    /// Returns a text that a script shows. The script replaces `{n}`, `{total}` and `{text}` in it.
    public func sentence(_ string: ScriptString) -> String {
        strings.text(for: string)
    }

    /// Returns a reason for a report as a person says it.
    public func name(of reason: ReportReason) -> String { strings.name(of: reason) }

    /// Returns the name of an order of lists: `낮은 가격순`, `Lowest price`.
    public func name(of sort: ProductQuery.Sort) -> String {
        switch sort {
        case .newest: self[.newest]
        case .cheapest: self[.priceUp]
        case .mostExpensive: self[.priceDown]
        case .bumped: self[.lastBumped]
        }
    }

    /// Returns why a listing is hidden although its seller didn't hide it, for its seller.
    ///
    /// - Parameters:
    ///   - product: the listing. Once its seller has done what an operator has asked for, it waits for the operator.
    ///   - calendar: the market's, which says on which day a hold ends.
    public func sentence(for hold: ListingHold, of product: Product, in calendar: MarketCalendar) -> String {
        if hold.kind == .changeAsked || hold.isRefusal, hold.isFollowed(by: product) { return self[.changedAsAsked] }
        let day = hold.endsAt.map { ProductTexts(language: language).day($0, in: calendar) }
        return switch hold.kind {
        case .reports: self[.heldByReports]
        case .hidden: self[hold.isRefusal ? .refusedByOperator : .heldByOperator]
        case .changeAsked: self[.changeAsked]
        case .removed: joined(self[.removedByOperator], day.map { self[.willBeDeleted(on: $0)] })
        case .waiting: self[.waitsForOperator]
        case .contact: self[.heldByContact]
        case .blocked: joined(self[.heldByBlock], day.map { self[.blockEnds(on: $0)] })
        }
    }

    /// Returns that a seller is blocked, for the seller, with the day in the market's calendar on which that ends.
    public func sentence(for block: SellerBlock, in calendar: MarketCalendar) -> String {
        let day = block.endsAt.map { ProductTexts(language: language).day($0, in: calendar) }
        return joined(self[.blocked], day.map { self[.blockEnds(on: $0)] })
    }

    private func joined(_ sentence: String, _ other: String?) -> String {
        [sentence, other].compactMap(\.self).joined(separator: " ")
    }

    /// Returns what the operator has decided about a report, nil while it is open.
    public func outcome(of decision: Report.Decision.Kind?) -> String {
        switch decision {
        case nil: self[.reportOpen]
        case .dismissed: self[.reportDismissed]
        case .upheld: self[.reportUpheld]
        }
    }

    /// Returns the title of a page of the operator's.
    public func title(of page: MarketPage.Kind) -> String {
        switch page {
        case .imprint: self[.imprint]
        case .terms: self[.terms]
        case .privacy: self[.privacy]
        case .safety: self[.safety]
        }
    }

    /// Returns the name of a currency for selection lists.
    public func currency(_ currency: Currency) -> String { strings.currency(currency) }

    /// Returns the number of products in a list.
    ///
    /// - Parameters:
    ///   - count: The number of products.
    ///   - isCapped: Whether there may be more.
    public func productCount(_ count: Int, isCapped: Bool = false) -> String {
        strings.productCount(count, ProductTexts.grouped(count), isCapped: isCapped)
    }

    /// Returns the text that a link preview of a product shows in addition to its name and image.
    public func shareSummary(price: String, stock: String, seller: String) -> String {
        "\(price) · \(stock) · \(seller)"
    }
    /// Returns the text of the image that a link preview of a product shows.
    ///
    /// - Parameter soldOut: The stock if the product is sold out, otherwise nil.
    public func shareImage(name: String, price: String, soldOut: String?) -> String {
        [name, price, soldOut].compactMap { $0 }.joined(separator: " · ")
    }
}
