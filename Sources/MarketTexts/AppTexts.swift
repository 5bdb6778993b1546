/// What apps say besides what pages say: sentences about what to do when a request came to nothing, and the small texts
/// that a view model puts together.
public struct AppTexts: Sendable {
    public let language: Language
    private let words: any AppWords

    public init(language: Language) {
        self.language = language
        switch language {
        case .korean: words = KoreanAppWords()
        case .english: words = EnglishAppWords()
        }
    }

    /// A fixed sentence.
    public subscript(word: AppWord) -> String { words.say(word) }

    /// How many products a list has: `상품 1,234개`, `상품 10,000개 이상`, `10,000+ products`.
    ///
    /// - Parameter isCapped: whether there may be more.
    public func total(_ count: Int, isCapped: Bool = false) -> String {
        words.total(count, GoodsTexts.grouped(count), isCapped: isCapped)
    }

    /// What a row or a card is, for those who can't see it.
    public func row(name: String, price: String, struckPrice: String?, stock: String, age: String) -> String {
        [name, price, struckPrice.map { words.before($0) }, stock, age].compactMap(\.self).joined(separator: ", ")
    }

    /// How much of a text's room is used: `12 / 100`.
    public func used(_ count: Int, of maximum: Int) -> String { "\(count) / \(maximum)" }

    /// Which of several pictures is shown: `2 / 5`.
    ///
    /// - Parameter number: counted from 1.
    public func place(_ number: Int, of count: Int) -> String { "\(number) / \(count)" }

    /// That more pictures were chosen than a listing can have.
    public func picturesLeftOut(_ count: Int, maximum: Int) -> String { words.picturesLeftOut(count, maximum) }

    /// How many pictures there are: `사진 3장`, `3 pictures`.
    public func pictures(_ count: Int) -> String { words.pictures(count) }

    /// How much has been sent.
    ///
    /// - Parameter fraction: 0 to 1; what is outside counts as the nearest of the two.
    public func sent(_ fraction: Double) -> String { words.sent(percent: Int(min(1, max(0, fraction)) * 100)) }
}

/// What each language file says.
protocol AppWords: Sendable {
    func say(_ word: AppWord) -> String
    func total(_ count: Int, _ grouped: String, isCapped: Bool) -> String
    func before(_ price: String) -> String
    func picturesLeftOut(_ count: Int, _ maximum: Int) -> String
    func pictures(_ count: Int) -> String
    func sent(percent: Int) -> String
}
