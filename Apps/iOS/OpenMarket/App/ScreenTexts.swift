import MarketClient
import MarketTexts
import MarketViewModels

/// The texts of all screens in one language.
struct ScreenTexts {
    let language: Language
    let app: AppTexts
    let web: WebTexts
    let product: ProductTexts
    let problems: ProblemTexts

    init(language: Language) {
        self.language = language
        app = AppTexts(language: language)
        web = WebTexts(language: language)
        product = ProductTexts(language: language)
        problems = ProblemTexts(language: language)
    }
}
