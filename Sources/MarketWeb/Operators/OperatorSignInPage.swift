import MarketModels
import MarketTexts

/// The page on which an operator signs in with a link, or which says that only operators see what was asked for.
struct OperatorSignInPage: WebPage {
    enum Content: Sendable {
        /// The link can be used, for the operator with the name.
        case ready(token: String, name: String)
        case ended, needed
        /// Too many sessions or links that have ended came from the same network.
        case limited
        /// The session of the operator with the name began too long ago for the page.
        case tooOld(name: String)
    }

    let content: Content

    func html(_ site: SiteContext) -> String {
        var data: [String: Any?] = [:]
        let title: OperatorString
        switch content {
        case .ready(let token, let name):
            title = .signIn
            data = ["token": token, "name": name]
        case .ended: title = .linkEndedTitle
        case .needed: title = .signInTitle
        case .limited:
            title = .signInTitle
            data = ["limited": true]
        case .tooOld(let name):
            title = .signInAgainTitle
            data = ["again": true, "name": Self.word(name)]
        }
        return PageLayout(kind: .message, title: site.operatorTexts[title]).html("operator-in", site, data)
    }

    /// Returns a name as a word of a command.
    private static func word(_ name: String) -> String {
        name.allSatisfy { $0.isLetter || $0.isNumber } ? name : "'\(name.replacing("'", with: #"'\''"#))'"
    }
}
