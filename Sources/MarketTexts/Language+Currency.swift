public import MarketModels

extension Language {
    /// The currency that most who speak it pay in: lists by price begin with it.
    public var currency: Currency {
        switch self {
        case .korean: .krw
        case .english: .usd
        }
    }
}
