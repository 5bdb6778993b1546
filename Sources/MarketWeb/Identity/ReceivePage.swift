internal import MarketTexts

/// The page of a one-time link in the browser that receives an identity. Previews of links load it too, so only its
/// button uses the link.
public struct ReceivePage: WebPage {
    /// What the link gives, and what this browser has already.
    public enum State: Hashable, Sendable {
        /// The link was used, or has expired.
        case ended
        /// This browser has the same identity.
        case isHereAlready
        /// The identity of a seller can be received; `replacing` is the seller that this browser would lose.
        case ready(KnownSeller, token: String, replacing: ReplacedSeller?)
    }

    /// The seller of this browser that another one would replace.
    public struct ReplacedSeller: Hashable, Sendable {
        /// Names the seller in the form, so that no other one is replaced than the page has shown.
        public let id: String
        public let seller: KnownSeller

        public init(id: String, seller: KnownSeller) {
            self.id = id
            self.seller = seller
        }
    }

    public let state: State

    public init(_ state: State) {
        self.state = state
    }

    public func html(_ site: SiteContext) -> String {
        let texts = InterfaceTexts(language: site.language)
        switch state {
        case .ended:
            return message(texts[.linkEndedTitle], texts[.linkEnded], texts[.backToMarket], "/", "failed", site)
        case .isHereAlready:
            return message(texts[.moveTitle], texts[.listingsHereAlready], texts[.myListings], "/mine", "done", site)
        case .ready(let seller, let token, let replaced):
            let data: [String: Any?] = [
                "token": token,
                "question": texts.receiveQuestion(of: seller.name, seller.count(texts)),
                "replaces": replaced?.id,
                "warning": replaced.map { texts.replaceWarning(of: $0.seller.name, $0.seller.count(texts)) },
            ]
            return PageLayout(kind: .message, title: texts[.receiveTitle]).html("receive", site, data)
        }
    }

    private func message(
        _ title: String,
        _ sentence: String,
        _ action: String,
        _ address: String,
        _ drawing: String,
        _ site: SiteContext
    ) -> String {
        PageLayout(kind: .message, title: title).html(
            "message",
            site,
            ["sentence": sentence, "action": action, "address": address, "drawing": "drawing-\(drawing)"]
        )
    }
}
