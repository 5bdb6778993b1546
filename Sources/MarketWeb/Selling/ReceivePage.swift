import MarketModels
import MarketTexts

/// The page of a one-time link in the browser that receives an identity, or is invited. Previews of links load it too, so only its
/// button uses the link.
struct ReceivePage: WebPage {
    enum Offer: Sendable {
        /// The identity of a seller.
        case listings(KnownSeller)
        /// To list under a name, until a moment.
        case invitation(String, until: Timestamp)
    }

    /// The seller of this browser that another one would replace.
    struct ReplacedSeller: Sendable {
        /// Names the seller in the form, so that no other one is replaced than the page has shown.
        let id: String
        let seller: KnownSeller
    }

    let offer: Offer
    let token: String
    /// The seller that this browser would lose; nil for none.
    var replaced: ReplacedSeller?

    func html(_ site: SiteContext) -> String {
        let (title, question, button): (InterfaceString, String, InterfaceString) =
            switch offer {
            case .listings(let seller):
                (.receiveTitle, site.texts[.receiveQuestion(of: seller.name, seller.count(site))], .receive)
            case .invitation(let name, let end):
                (.invitedTitle, site.texts[.invitation(of: name, until: site.day(end))], .acceptInvitation)
            }
        let data: [String: Any?] = [
            "token": token,
            "question": question,
            "button": site.texts[button],
            "replaces": replaced?.id,
            "warning": replaced.map { site.texts[.replaceWarning(of: $0.seller.name, $0.seller.count(site))] },
        ]
        return PageLayout(kind: .message, title: site.texts[title]).html("receive", site, data)
    }
}
