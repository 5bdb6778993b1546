public import MarketModels

/// Every word of the pages.
public struct WebTexts: Sendable {
    public let language: Language
    private let words: any WebWords

    public init(language: Language) {
        self.language = language
        switch language {
        case .korean: words = KoreanWebWords()
        case .english: words = EnglishWebWords()
        }
    }

    /// A fixed word of the pages.
    public subscript(word: WebWord) -> String { words.say(word) }

    /// A sentence that a script shows. `{n}`, `{total}` and `{text}` in it stand for what the script puts there.
    public func sentence(_ word: ScriptWord) -> String {
        switch language {
        case .korean: KoreanScriptWords().say(word)
        case .english: EnglishScriptWords().say(word)
        }
    }

    /// A currency, where one is chosen.
    public func currency(_ currency: Currency) -> String { words.currency(currency) }

    /// How many products a list has.
    ///
    /// - Parameter isCapped: whether there may be more.
    public func productCount(_ count: Int, isCapped: Bool = false) -> String {
        words.productCount(count, GoodsTexts.grouped(count), isCapped: isCapped)
    }

    /// That a search found nothing.
    public func nothingFound(for text: String) -> String { words.nothingFound(for: text) }
    /// What was searched for instead, after ``nothingFound(for:)``.
    public func foundInstead(for text: String) -> String { words.foundInstead(for: text) }
    public func resultsTitle(for text: String) -> String { words.resultsTitle(for: text) }
    /// What a picture is, for those who can't see it.
    ///
    /// - Parameter number: which picture, counted from 1.
    public func picture(_ number: Int, of count: Int, name: String) -> String { words.picture(number, of: count, name) }
    public func showPicture(_ number: Int) -> String { words.showPicture(number) }
    public func removePicture(_ number: Int) -> String { words.removePicture(number) }
    /// What the button beside a phone number or an address does.
    public func copy(_ detail: String) -> String { words.copy(detail) }
    public func sellerSince(_ month: String) -> String { words.sellerSince(month) }
    public func listed(_ age: String) -> String { words.listed(age) }
    public func pictureLimit(_ count: Int) -> String { words.pictureLimit(count) }
    public func deleted(_ name: String) -> String { words.deleted(name) }
    /// What a product's link shows besides its name and picture.
    public func shareSummary(price: String, stock: String, seller: String) -> String {
        "\(price) · \(stock) · \(seller)"
    }
}

/// What each language file says.
protocol WebWords: Sendable {
    func say(_ word: WebWord) -> String
    func currency(_ currency: Currency) -> String
    func productCount(_ count: Int, _ grouped: String, isCapped: Bool) -> String
    func nothingFound(for text: String) -> String
    func foundInstead(for text: String) -> String
    func resultsTitle(for text: String) -> String
    func picture(_ number: Int, of count: Int, _ name: String) -> String
    func showPicture(_ number: Int) -> String
    func removePicture(_ number: Int) -> String
    func copy(_ detail: String) -> String
    func sellerSince(_ month: String) -> String
    func listed(_ age: String) -> String
    func pictureLimit(_ count: Int) -> String
    func deleted(_ name: String) -> String
}
