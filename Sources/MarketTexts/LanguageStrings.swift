import MarketModels

/// All texts of one language. What a language lacks, the compiler names.
protocol LanguageStrings {
    static var app: any AppStrings { get }
    static var errors: any ErrorStrings { get }
    static var fields: [ListingField: FieldTexts] { get }
    static var interface: any InterfaceStrings { get }
    static var operators: any OperatorStrings { get }
    static var pages: any PageTemplateStrings { get }
    static var products: any ProductStrings { get }
    static var profile: any ProfileStrings { get }
    static var scripts: any ScriptStrings { get }
}

extension Language {
    var strings: any LanguageStrings.Type {
        switch self {
        case .korean: KoreanStrings.self
        case .english: EnglishStrings.self
        }
    }
}

enum KoreanStrings: LanguageStrings {
    static var app: any AppStrings { KoreanAppStrings() }
    static var errors: any ErrorStrings { KoreanErrorStrings() }
    static var fields: [ListingField: FieldTexts] { KoreanFieldTexts.all }
    static var interface: any InterfaceStrings { KoreanInterfaceStrings() }
    static var operators: any OperatorStrings { KoreanOperatorStrings() }
    static var pages: any PageTemplateStrings { KoreanPageTemplates() }
    static var products: any ProductStrings { KoreanProductStrings() }
    static var profile: any ProfileStrings { KoreanProfileStrings() }
    static var scripts: any ScriptStrings { KoreanScriptStrings() }
}

enum EnglishStrings: LanguageStrings {
    static var app: any AppStrings { EnglishAppStrings() }
    static var errors: any ErrorStrings { EnglishErrorStrings() }
    static var fields: [ListingField: FieldTexts] { EnglishFieldTexts.all }
    static var interface: any InterfaceStrings { EnglishInterfaceStrings() }
    static var operators: any OperatorStrings { EnglishOperatorStrings() }
    static var pages: any PageTemplateStrings { EnglishPageTemplates() }
    static var products: any ProductStrings { EnglishProductStrings() }
    static var profile: any ProfileStrings { EnglishProfileStrings() }
    static var scripts: any ScriptStrings { EnglishScriptStrings() }
}
