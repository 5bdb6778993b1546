import MarketClient
import MarketTexts
import MarketViewModels

/// The texts of all screens in one language.
struct ScreenTexts {
    let language: Language
    let app: AppTexts
    let interface: InterfaceTexts
    let product: ProductTexts
    let problems: ProblemTexts

    init(language: Language) {
        self.language = language
        app = AppTexts(language: language)
        interface = InterfaceTexts(language: language)
        product = ProductTexts(language: language)
        problems = ProblemTexts(language: language)
    }
}
