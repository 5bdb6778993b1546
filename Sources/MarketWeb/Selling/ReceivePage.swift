import MarketModels
import MarketTexts

/// The page of a one-time link in the browser that receives an identity, or is invited. Previews of links load it too, so only its
/// button uses the link.
struct ReceivePage: WebPage {
    /// What the link gives, and what this browser has already.
    enum State: Hashable, Sendable {
        /// The link was used, or has expired.
        case ended
        /// This browser has the same identity.
        case isHereAlready
        /// This browser is the invited seller's already.
        case isSellerAlready
        /// The identity of a seller can be received; `replacing` is the seller that this browser would lose.
        case ready(KnownSeller, token: String, replacing: ReplacedSeller?)
        /// The browser is invited to list under a name.
        case invited(String, until: Timestamp, token: String, replacing: ReplacedSeller?)
    }

    /// The seller of this browser that another one would replace.
    struct ReplacedSeller: Hashable, Sendable {
        /// Names the seller in the form, so that no other one is replaced than the page has shown.
        let id: String
        let seller: KnownSeller
    }

    let state: State

    func html(_ site: SiteContext) -> String {
        switch state {
        case .ended:
            return PageLayout(kind: .message, title: site.texts[.linkEndedTitle])
                .message(site.texts[.linkEnded], .backToMarket, leadingTo: "/", drawing: "failed", site)
        case .isHereAlready:
            return PageLayout(kind: .message, title: site.texts[.moveTitle])
                .message(site.texts[.listingsHereAlready], .myListings, leadingTo: "/mine", drawing: "done", site)
        case .isSellerAlready:
            return PageLayout(kind: .message, title: site.texts[.invitedTitle])
                .message(site.texts[.isSellerAlready], .myListings, leadingTo: "/mine", drawing: "done", site)
        case .ready(let seller, let token, let replaced):
            let question = site.texts[.receiveQuestion(of: seller.name, seller.count(site))]
            return form(site.texts[.receiveTitle], question, site.texts[.receive], token, replaced, site)
        case .invited(let name, let end, let token, let replaced):
            let question = site.texts[.invitation(of: name, until: site.day(end))]
            return form(site.texts[.invitedTitle], question, site.texts[.acceptInvitation], token, replaced, site)
        }
    }

    private func form(
        _ title: String,
        _ question: String,
        _ button: String,
        _ token: String,
        _ replaced: ReplacedSeller?,
        _ site: SiteContext
    ) -> String {
        let data: [String: Any?] = [
            "token": token,
            "question": question,
            "button": button,
            "replaces": replaced?.id,
            "warning": replaced.map { site.texts[.replaceWarning(of: $0.seller.name, $0.seller.count(site))] },
        ]
        return PageLayout(kind: .message, title: title).html("receive", site, data)
    }
}
