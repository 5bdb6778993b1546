public import MarketModels

/// The templates of the operator's pages, in Markdown. What is in brackets must be filled in (`MarketPage.gaps(in:)`).
public struct PageTemplates: Sendable {
    private let strings: any PageTemplateStrings

    /// Creates the templates of a language.
    public init(language: Language) {
        strings = language.strings.pages
    }

    /// Returns the template of a page.
    public subscript(kind: MarketPage.Kind) -> String {
        let text =
            switch kind {
            case .imprint: strings.imprint
            case .terms: strings.terms
            case .privacy: strings.privacy
            case .safety: strings.safety
            }
        return "\(strings.advice)\n\n\(text)\n"
    }
}

/// The templates that each language provides.
protocol PageTemplateStrings: Sendable {
    /// What the operator has to do with a template, as a gap, so that it has to be removed.
    var advice: String { get }
    var imprint: String { get }
    var terms: String { get }
    var privacy: String { get }
    var safety: String { get }
}
