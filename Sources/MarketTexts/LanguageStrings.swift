import MarketModels

/// All texts of one language, a file for each part. What a language lacks, the compiler names.
protocol LanguageStrings: Sendable {
    var fields: [ListingField: FieldTexts] { get }
    var pages: any PageTemplateStrings { get }

    // Pages, many of which apps show, too
    func text(for string: InterfaceString) -> String
    func text(for sentence: InterfaceSentence) -> String
    func name(of reason: ReportReason) -> String
    func currency(_ currency: Currency) -> String
    func productCount(_ count: Int, _ grouped: String, isCapped: Bool) -> String

    // Scripts
    func text(for string: ScriptString) -> String

    // What only apps say
    func text(for string: AppString) -> String
    func total(_ count: Int, _ grouped: String, isCapped: Bool) -> String
    func oldPrice(_ price: String) -> String
    func imagesLeftOut(_ count: Int, _ maximum: Int) -> String
    func images(_ count: Int) -> String
    func favoriteLimit(_ maximum: Int) -> String
    func progress(percent: Int) -> String

    // Products
    var soldOut: String { get }
    var justNow: String { get }
    var free: String { get }
    func price(_ amount: String, _ currency: Currency) -> String
    func reduced(from price: String) -> String
    func stock(_ count: String) -> String
    func age(_ count: Int, _ unit: AgeUnit) -> String
    func state(_ kind: ListingState.Kind) -> String
    func day(year: Int, month: Int, day: Int) -> String
    func month(year: Int, month: Int) -> String

    // Errors
    func text(for string: ErrorString) -> String
    func text(for sentence: ErrorSentence) -> String
    func askOperator(at contact: String) -> String
    func tellOperator(at contact: String?) -> String
    func sentence(_ problem: LifecycleProblem) -> String
    func sentence(_ problem: ReportProblem) -> String
    func sentence(_ problem: ErrorTexts.BodyProblem) -> String
    func sentence(for image: ErrorTexts.ImageSubject, _ problem: ErrorTexts.ImageProblem) -> String
    func sentence(_ field: ListingField, _ reason: ListingProblem.Reason) -> String

    // Pages of operators
    func text(for string: OperatorString) -> String
    func text(for sentence: OperatorSentence) -> String
    func name(of action: ModerationEntry.Action) -> String
    func same(_ links: [RelatedSeller.Link]) -> String
    func size(_ size: String, free: String) -> String
    func sentence(for problem: OperatorProblem) -> String

    // What makes a market its operator's own
    func label(of field: ProfileField) -> String
    func hint(of field: ProfileField) -> String
    func sentence(for problem: ProfileProblem) -> String
    func name(of registration: MarketProfile.Registration) -> String
    func use(_ color: String) -> String
    func changedMeanwhile(_ value: String) -> String
    func gaps(_ gaps: String) -> String
    func pageLength(_ maximum: String) -> String
    var pageGaps: String { get }
    var pageChangedMeanwhile: String { get }
}

extension Language {
    var strings: any LanguageStrings {
        switch self {
        case .korean: Korean()
        case .english: English()
        }
    }
}

struct Korean: LanguageStrings {
    var fields: [ListingField: FieldTexts] { KoreanFieldTexts.all }
    var pages: any PageTemplateStrings { KoreanPageTemplates() }
}

struct English: LanguageStrings {
    var fields: [ListingField: FieldTexts] { EnglishFieldTexts.all }
    var pages: any PageTemplateStrings { EnglishPageTemplates() }
}
