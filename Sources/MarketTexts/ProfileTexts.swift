public import MarketModels

/// The texts about what makes a market its operator's own, for the operator.
public struct ProfileTexts: Sendable {
    private let strings: any LanguageStrings
    private let interface: InterfaceTexts

    /// Creates the texts of a language.
    public init(language: Language) {
        strings = language.strings
        interface = InterfaceTexts(language: language)
    }

    /// Returns the label of a value, with its language if it has one in each.
    public func label(of key: ProfileKey) -> String { named(strings.label(of: key.field), in: key.language) }
    /// Returns what a value is, and where it is shown.
    public func hint(of field: ProfileField) -> String { strings.hint(of: field) }
    /// Returns why a value can't be used.
    public func sentence(for problem: ProfileProblem) -> String { strings.sentence(for: problem) }
    /// Returns who can sell.
    public func name(of registration: MarketProfile.Registration) -> String { strings.name(of: registration) }
    /// Returns what the button says that takes a color.
    public func use(_ color: String) -> String { strings.use(color) }
    /// Returns that somebody has saved another value since the form was opened; empty if they have removed it.
    public func changedMeanwhile(_ value: String) -> String { strings.changedMeanwhile(value) }
    /// Returns the name of a page, with its language.
    public func name(of page: MarketPage.ID) -> String { named(interface.title(of: page.kind), in: page.language) }
    /// Returns what is still to be filled in, from the first gaps.
    public func gaps(_ gaps: String, more: Bool) -> String { strings.gaps(gaps + (more ? ", …" : "")) }
    /// Returns that the text of a page is empty or too long.
    public func pageLength(_ maximum: Int) -> String { strings.pageLength(ProductTexts.grouped(maximum)) }
    /// That a page with gaps can't be published.
    public var pageGaps: String { strings.pageGaps }
    /// That somebody has saved another text since the form was opened.
    public var pageChangedMeanwhile: String { strings.pageChangedMeanwhile }

    private func named(_ name: String, in language: Language?) -> String {
        language.map { "\(name) (\($0.ownName))" } ?? name
    }
}
