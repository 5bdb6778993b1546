public import MarketModels
internal import MarketTexts

/// Asks for the password that a product was listed with.
public struct PasswordPage: WebPage {
    /// What the password is asked for.
    public enum Kind: String, CaseIterable, Sendable {
        case edit, delete
    }

    public let kind: Kind
    public let product: Product
    /// Whether a wrong password has just been tried.
    public let isWrong: Bool
    /// For how long no password is looked at, after too many wrong ones.
    public let waitSeconds: Int?
    /// The list that the product was found in.
    public let from: ListAddress

    public init(
        kind: Kind,
        product: Product,
        isWrong: Bool = false,
        waitSeconds: Int? = nil,
        from: ListAddress = ListAddress()
    ) {
        self.kind = kind
        self.product = product
        self.isWrong = isWrong
        self.waitSeconds = waitSeconds
        self.from = from
    }

    public func html(_ site: SiteContext) -> String {
        let texts = WebTexts(language: site.language)
        let wait = waitSeconds.map { ErrorTexts(language: site.language).tooManyAttempts(seconds: $0) }
        let problem = wait ?? (isWrong ? texts[.wrongPassword] : nil)
        let action: WebWord = kind == .edit ? .next : .deleteForever
        let own: [String: Any?] = [
            "kind": kind.rawValue,
            "question": texts[kind == .edit ? .editQuestion : .deleteQuestion],
            "advice": texts[kind == .edit ? .editQuestionAdvice : .deleteQuestionAdvice],
            "problem": problem,
            "isDelete": kind == .delete,
            "from": from.parameter,
            "action": texts[problem == nil ? action : .tryAgain],
        ]
        let frame = Frame(
            kind: .password,
            title: texts[kind == .edit ? .editQuestion : .deleteQuestion],
            back: from.leadingBack(from: "/products/\(product.id.rawValue)")
        )
        return frame.html("password", site, ProductHead.facts(product, site).merging(own) { _, own in own })
    }
}
