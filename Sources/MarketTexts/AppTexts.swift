public import MarketModels

/// The texts that only apps use: sentences that say what to do after a failed request, and short texts that a view
/// model composes.
public struct AppTexts: Sendable {
    /// The language of the texts.
    public let language: Language
    private let strings: any LanguageStrings

    /// Creates the texts of a language.
    public init(language: Language) {
        self.language = language
        strings = language.strings
    }

    /// The text for a key.
    public subscript(string: AppString) -> String { strings.text(for: string) }

    /// Returns the number of products in a list: `상품 1,234개`, `상품 10,000개 이상`, `10,000+ products`.
    ///
    /// - Parameters:
    ///   - count: The number of products.
    ///   - isCapped: Whether there may be more.
    public func total(_ count: Int, isCapped: Bool = false) -> String {
        strings.total(count, ProductTexts.grouped(count), isCapped: isCapped)
    }

    /// Returns the accessibility label of a row or a card. The badge is a state that is shown next to the stock.
    ///
    /// - Parameter reduced: That the price was reduced, as ``ProductTexts/reduced(_:)`` says it, or nil.
    public func row(
        name: String,
        price: String,
        struckPrice: String?,
        reduced: String? = nil,
        stock: String,
        age: String,
        badge: String? = nil,
        details: String? = nil
    ) -> String {
        [name, badge, price, struckPrice.map { strings.oldPrice($0) }, reduced, stock, age, details].compactMap(\.self)
            .joined(separator: ", ")
    }

    /// Returns how much of the maximum length of a text is used: `12 / 100`.
    public func characterCount(_ count: Int, of maximum: Int) -> String { "\(count) / \(maximum)" }

    /// Returns the position of an image: `2 / 5`.
    ///
    /// - Parameters:
    ///   - number: The number of the image, from 1.
    ///   - count: The number of images.
    public func position(_ number: Int, of count: Int) -> String { "\(number) / \(count)" }

    /// Returns a message that `count` images were not added because a listing can have at most `maximum`.
    public func imagesLeftOut(_ count: Int, maximum: Int) -> String { strings.imagesLeftOut(count, maximum) }

    /// Returns a number of images: `사진 3장`, `3 pictures`.
    public func images(_ count: Int) -> String { strings.images(count) }

    /// Returns the message that no more favorites can be added.
    ///
    /// - Parameter maximum: The maximum number of favorites.
    public func favoriteLimit(_ maximum: Int) -> String { strings.favoriteLimit(maximum) }

    /// Returns the progress of an upload.
    ///
    /// - Parameter fraction: The part that has been sent, clamped to 0...1.
    public func progress(_ fraction: Double) -> String {
        strings.progress(percent: Int(min(1, max(0, fraction)) * 100))
    }
}
