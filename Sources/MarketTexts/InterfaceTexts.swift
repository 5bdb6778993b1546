public import MarketModels

/// The texts of the web pages, many of which apps show, too. What only apps say is in ``AppTexts``.
public struct InterfaceTexts: Sendable {
    /// The language of the texts.
    public let language: Language
    private let strings: any InterfaceStrings

    /// Creates the texts of a language.
    public init(language: Language) {
        self.language = language
        strings = language.strings.interface
    }

    /// The text for a key.
    public subscript(string: InterfaceString) -> String { strings.text(for: string) }

    /// Returns a text that a script shows. The script replaces `{n}`, `{total}` and `{text}` in it.
    public func sentence(_ string: ScriptString) -> String {
        language.strings.scripts.text(for: string)
    }

    /// Returns a reason for a report as a person says it.
    public func name(of reason: ReportReason) -> String { strings.name(of: reason) }

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
        case .removed:
            joined(self[.removedByOperator], day.map(strings.willBeDeleted(on:)))
        case .waiting: self[.waitsForOperator]
        case .contact: self[.heldByContact]
        case .blocked: joined(self[.heldByBlock], day.map(strings.blockEnds(on:)))
        }
    }

    /// Returns that a seller is blocked, for the seller, with the day in the market's calendar on which that ends.
    public func sentence(for block: SellerBlock, in calendar: MarketCalendar) -> String {
        let day = block.endsAt.map { ProductTexts(language: language).day($0, in: calendar) }
        return joined(self[.blocked], day.map(strings.blockEnds(on:)))
    }

    private func joined(_ sentence: String, _ other: String?) -> String {
        [sentence, other].compactMap(\.self).joined(separator: " ")
    }

    /// Returns that an operator has given the seller who reads it another name.
    public func renamed(to name: String) -> String { strings.renamed(to: name) }

    /// Returns what the operator has decided about a report, nil while it is open.
    public func outcome(of decision: Report.Decision.Kind?) -> String {
        switch decision {
        case nil: self[.reportOpen]
        case .dismissed: self[.reportDismissed]
        case .upheld: self[.reportUpheld]
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

    /// Returns the name of a product that is no longer there and whose name isn't known.
    public func goneProduct(number: Int64) -> String { strings.goneProduct(number: number) }
    /// Returns the remark that a favorite has become cheaper.
    ///
    /// - Parameter amount: The difference, with its currency.
    public func cheaper(by amount: String) -> String { strings.cheaper(by: amount) }
    /// Returns the remark that a favorite has become dearer.
    ///
    /// - Parameter amount: The difference, with its currency.
    public func dearer(by amount: String) -> String { strings.dearer(by: amount) }
    /// Returns the message that a search found nothing.
    public func nothingFound(for text: String) -> String { strings.nothingFound(for: text) }
    /// Returns the message that another text was searched instead, shown after ``nothingFound(for:)``.
    public func foundInstead(for text: String) -> String { strings.foundInstead(for: text) }
    /// Returns the title of search results.
    public func resultsTitle(for text: String) -> String { strings.resultsTitle(for: text) }
    /// Returns the accessibility label of an image.
    ///
    /// - Parameters:
    ///   - number: The number of the image, from 1.
    ///   - count: The number of images.
    ///   - name: The name of the product.
    public func image(_ number: Int, of count: Int, name: String) -> String { strings.image(number, of: count, name) }
    /// Returns the label of the control that shows an image, numbered from 1.
    public func showImage(_ number: Int) -> String { strings.showImage(number) }
    /// Returns the label of the button that removes an image, numbered from 1.
    public func removeImage(_ number: Int) -> String { strings.removeImage(number) }
    /// Returns the label of the button that copies a phone number or an address.
    public func copy(_ detail: String) -> String { strings.copy(detail) }
    /// Returns since which month a seller has been registered.
    public func sellerSince(_ month: String) -> String { strings.sellerSince(month) }
    /// Returns when a product was listed, from its age.
    public func listed(_ age: String) -> String { strings.listed(age) }
    /// Returns the hint about the maximum number of images.
    public func imageLimit(_ count: Int) -> String { strings.imageLimit(count) }
    /// Returns the accessibility label of the link that leaves a chosen condition of a list out.
    public func removeFilter(_ name: String) -> String { strings.removeFilter(name) }
    /// Returns a text that a person typed, in quotes.
    public func quoted(_ text: String) -> String { strings.quoted(text) }
    /// Returns the message that a product has been deleted.
    public func deleted(_ name: String) -> String { strings.deleted(name) }
    /// Returns the accessibility label of the checkbox that selects a product.
    public func choose(_ name: String) -> String { strings.choose(name) }
    /// Returns the label of the checkbox that selects every product of a page.
    public func chooseAll(_ count: Int) -> String { strings.chooseAll(count) }
    /// Returns the accessibility label of a product's menu.
    public func more(for name: String) -> String { strings.more(for: name) }
    /// Returns a text with the name of the product that it is about, among several: what became of an action, or the accessibility
    /// label of a button.
    public func about(_ name: String, _ text: String) -> String { strings.about(name, text) }
    /// Returns the sentence that a product is reserved until the end of a day.
    public func isReserved(until day: String) -> String { strings.isReserved(until: day) }
    /// Returns the sentence that a listing was renewed until a day.
    public func isRenewed(until day: String) -> String { strings.isRenewed(until: day) }
    /// Returns until which day a product is reserved, shown after its state.
    public func reservedUntil(_ day: String) -> String { strings.reservedUntil(day) }
    /// Returns on which day a product was sold, shown after its state.
    public func soldOn(_ day: String) -> String { strings.soldOn(day) }
    /// Returns on which day a listing expired, shown after its state.
    public func expiredOn(_ day: String) -> String { strings.expiredOn(day) }
    /// Returns a price and all higher ones: `500,000원 이상`, `From ₩500,000`.
    public func atLeast(_ price: String) -> String { strings.atLeast(price) }
    /// Returns a price and all lower ones: `500,000원 이하`, `Up to ₩500,000`.
    public func atMost(_ price: String) -> String { strings.atMost(price) }
    /// Returns on which day a listing will expire, shown after its state.
    public func expiresOn(_ day: String) -> String { strings.expiresOn(day) }
    /// Returns the message that products aren't printed because they are gone.
    ///
    /// - Parameter count: The number of these products, at least 1.
    public func leftOutAsGone(_ count: Int) -> String { strings.leftOutAsGone(count) }
    /// Returns the message that products aren't printed because there are too many.
    ///
    /// - Parameter limit: The number of products that are printed.
    public func leftOutBeyond(_ limit: Int) -> String { strings.leftOutBeyond(limit) }
    /// Returns the accessibility label of a printed sheet, numbered from 1.
    public func sheet(_ number: Int, of count: Int) -> String { strings.sheet(number, of: count) }
    /// Returns the accessibility label of a QR code.
    ///
    /// - Parameter address: The address that the code contains.
    public func code(of address: String) -> String { strings.code(of: address) }
    /// Returns whose listings a browser has.
    ///
    /// - Parameters:
    ///   - seller: The seller's name.
    ///   - count: The number of the seller's products, in words.
    public func listingsHere(of seller: String, _ count: String) -> String { strings.listingsHere(of: seller, count) }
    /// Returns what a browser receives from another one, with the same parameters.
    public func receiveQuestion(of seller: String, _ count: String) -> String {
        strings.receiveQuestion(of: seller, count)
    }
    /// Returns what a browser is called, as far as it is known.
    public func browser(_ application: String?, on system: String?) -> String {
        strings.browser(application, on: system)
    }
    /// Returns since which day a browser has rights.
    public func since(_ day: String) -> String { strings.since(day) }
    /// Returns the hint that a change of some fields waits for an operator.
    public func changesWait(_ fields: [ListingField]) -> String { strings.changesWait(fields.map(label)) }
    /// Returns the accessibility label of the button that ends a browser.
    public func forget(_ browser: String) -> String { strings.forget(browser) }
    /// Returns the question whether a browser is to be ended.
    public func shallForget(_ browser: String) -> String { strings.shallForget(browser) }
    /// Returns what an invitation gives, and until which day.
    public func invitation(of seller: String, until day: String) -> String {
        strings.invitation(of: seller, until: day)
    }
    /// Returns that a browser has accepted an invitation.
    public func sellsNow(as seller: String) -> String { strings.sellsNow(as: seller) }
    /// Returns what a browser loses when it receives another seller's listings, with the same parameters.
    public func replaceWarning(of seller: String, _ count: String) -> String {
        strings.replaceWarning(of: seller, count)
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

/// The texts that each language provides.
protocol InterfaceStrings: Sendable {
    func text(for string: InterfaceString) -> String
    func name(of reason: ReportReason) -> String
    func currency(_ currency: Currency) -> String
    func productCount(_ count: Int, _ grouped: String, isCapped: Bool) -> String
    func nothingFound(for text: String) -> String
    func goneProduct(number: Int64) -> String
    func blockEnds(on day: String) -> String
    func renamed(to name: String) -> String
    func willBeDeleted(on day: String) -> String
    func cheaper(by amount: String) -> String
    func dearer(by amount: String) -> String
    func foundInstead(for text: String) -> String
    func resultsTitle(for text: String) -> String
    func image(_ number: Int, of count: Int, _ name: String) -> String
    func showImage(_ number: Int) -> String
    func removeImage(_ number: Int) -> String
    func copy(_ detail: String) -> String
    func sellerSince(_ month: String) -> String
    func listed(_ age: String) -> String
    func imageLimit(_ count: Int) -> String
    func removeFilter(_ name: String) -> String
    func quoted(_ text: String) -> String
    func deleted(_ name: String) -> String
    func choose(_ name: String) -> String
    func chooseAll(_ count: Int) -> String
    func more(for name: String) -> String
    func about(_ name: String, _ text: String) -> String
    func isReserved(until day: String) -> String
    func isRenewed(until day: String) -> String
    func reservedUntil(_ day: String) -> String
    func soldOn(_ day: String) -> String
    func expiredOn(_ day: String) -> String
    func expiresOn(_ day: String) -> String
    func atLeast(_ price: String) -> String
    func atMost(_ price: String) -> String
    func leftOutAsGone(_ count: Int) -> String
    func leftOutBeyond(_ limit: Int) -> String
    func sheet(_ number: Int, of count: Int) -> String
    func code(of address: String) -> String
    func listingsHere(of seller: String, _ count: String) -> String
    func receiveQuestion(of seller: String, _ count: String) -> String
    func replaceWarning(of seller: String, _ count: String) -> String
    func invitation(of seller: String, until day: String) -> String
    func sellsNow(as seller: String) -> String
    func browser(_ application: String?, on system: String?) -> String
    func since(_ day: String) -> String
    func forget(_ browser: String) -> String
    func shallForget(_ browser: String) -> String
    func changesWait(_ fields: [String]) -> String
}

extension InterfaceTexts {
    /// Returns the title of a page of the operator's.
    public func title(of page: MarketPage.Kind) -> String {
        switch page {
        case .imprint: self[.imprint]
        case .terms: self[.terms]
        case .privacy: self[.privacy]
        case .safety: self[.safety]
        }
    }
}
