import MarketModels
import MarketTexts

extension MarketProfile {
    /// The name that people read: the operator's, or else the usual one.
    func shownName(in language: Language) -> String {
        name(in: language) ?? InterfaceTexts(language: language)[.siteName]
    }

    /// The sentence about the market that people read: the operator's, or else the usual one.
    func shownTagline(in language: Language) -> String {
        value(of: .tagline, in: language) ?? InterfaceTexts(language: language)[.siteSummary]
    }
}
