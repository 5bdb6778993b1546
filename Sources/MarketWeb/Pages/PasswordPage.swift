public import MarketModels
internal import MarketTexts

/// The page that asks for a product's password.
public struct PasswordPage: WebPage {
    /// The action that requires the password.
    public enum Kind: String, CaseIterable, Sendable {
        case edit, delete
    }

    public let kind: Kind
    public let product: Product
    /// Whether the password has to be entered. A browser that has proved it within the hour only confirms a deletion.
    public let asksPassword: Bool
    /// Whether the last password was wrong.
    public let isWrong: Bool
    /// The number of seconds until the next attempt, after too many wrong passwords; otherwise nil.
    public let waitSeconds: Int?
    /// The list from which the product was opened.
    public let from: ListAddress

    public init(
        kind: Kind,
        product: Product,
        asksPassword: Bool = true,
        isWrong: Bool = false,
        waitSeconds: Int? = nil,
        from: ListAddress = ListAddress()
    ) {
        self.kind = kind
        self.product = product
        self.asksPassword = asksPassword
        self.isWrong = isWrong
        self.waitSeconds = waitSeconds
        self.from = from
    }

    public func html(_ site: SiteContext) -> String {
        let texts = WebTexts(language: site.language)
        let wait = waitSeconds.map { ErrorTexts(language: site.language).tooManyAttempts(seconds: $0) }
        let problem = wait ?? (isWrong ? texts[.wrongPassword] : nil)
        let action: WebString = kind == .edit ? .next : .deleteForever
        let question: WebString =
            kind == .edit ? .editQuestion : asksPassword ? .deleteQuestion : .deleteKnownQuestion
        let own: [String: Any?] = [
            "kind": kind.rawValue,
            "question": texts[question],
            "advice": texts[
                kind == .edit ? .editQuestionAdvice : asksPassword ? .deleteQuestionAdvice : .deleteKnownAdvice
            ],
            "asksPassword": asksPassword,
            "problem": problem,
            "isDelete": kind == .delete,
            "from": from.parameter,
            "action": texts[problem == nil ? action : .tryAgain],
        ]
        let frame = PageLayout(
            kind: .password,
            title: texts[question],
            back: from.leadingBack(from: "/products/\(product.id.rawValue)")
        )
        return frame.html("password", site, ProductHeaderViewData.data(product, site).merging(own) { _, own in own })
    }
}
