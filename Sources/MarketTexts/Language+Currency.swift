public import MarketModels

extension Language {
    /// The currency of most speakers of the language, which comes first in lists by price.
    public var currency: Currency {
        switch self {
        case .korean: .krw
        case .english: .usd
        }
    }
}
