import MarketModels
import MarketTexts

/// The page that asks for a product's password.
struct PasswordPage: WebPage {
    /// The action that requires the password.
    enum Kind: String, CaseIterable, Sendable {
        case edit, delete
        /// To change the state, now and later.
        case manage
    }

    let kind: Kind
    let id: Product.ID
    /// The product that the page is about, or nil to others than the seller while it is hidden or expired.
    let product: Product?
    /// What is done once the password is right, of ``Kind/manage``.
    var action: DeskAction?
    /// The path and query of the page to return to, of ``Kind/manage``.
    var back: String?
    /// Whether the password has to be entered. A browser that has proved it within the hour only confirms a deletion.
    var asksPassword = true
    /// Whether the last password was wrong.
    var isWrong = false
    /// The number of seconds until the next attempt, after too many wrong passwords; otherwise nil.
    var waitSeconds: Int?
    /// The list from which the product was opened.
    var from: ListAddress = ListAddress()

    func html(_ site: SiteContext) -> String {
        let wait = waitSeconds.map { site.errorTexts[.tooManyAttempts(seconds: $0)] }
        let problem = wait ?? (isWrong ? site.texts[.wrongPassword] : nil)
        let (question, advice, label) = words
        let own: [String: Any?] = [
            "id": id.rawValue,
            "kind": kind.rawValue,
            "question": site.texts[question],
            "advice": site.texts[advice],
            "showsProduct": product != nil,
            "do": action?.rawValue,
            "deskBack": back,
            "asksPassword": asksPassword,
            "problem": problem,
            "isDelete": kind == .delete,
            "canDecline": kind == .edit,
            "from": from.parameter,
            "action": site.texts[problem == nil ? label : .tryAgain],
        ]
        let frame = PageLayout(
            kind: .password,
            title: site.texts[question],
            back: back ?? from.leadingBack(from: "/products/\(id.rawValue)")
        )
        let header = product.map { ProductHeaderViewData.data($0, site) } ?? [:]
        return frame.html("password", site, header.merging(own) { _, own in own })
    }

    private var words: (question: InterfaceString, advice: InterfaceString, label: InterfaceString) {
        switch kind {
        case .edit: (.editQuestion, .editQuestionAdvice, .next)
        case .delete where asksPassword: (.deleteQuestion, .deleteQuestionAdvice, .deleteForever)
        case .delete: (.deleteKnownQuestion, .deleteKnownAdvice, .deleteForever)
        case .manage: (.manageQuestion, .manageAdvice, .next)
        }
    }
}
