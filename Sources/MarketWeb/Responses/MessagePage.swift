import MarketModels
import MarketTexts

/// A page with a drawing, a message and a button: instead of a page that can't be shown, or once something is done.
struct MessagePage: WebPage {
    enum Kind: String, CaseIterable, Sendable {
        case notFound, gone, removed, held, failed, offline, tooLarge, busy
        /// The same request would be refused again.
        case refused
        /// A form was sent without a valid token.
        case expired
        /// A form was sent by a browser without cookies.
        case cookies
        /// The page of a link is requested without the link.
        case linkNotOpened
        /// A link with an identity or an invitation, or one for a helper, that was used, has expired or never existed.
        case linkEnded, sellerLinkEnded
        /// A link gives what this browser has already: the same identity, or that of the invited seller.
        case listingsHere, isSeller
        /// Somebody who wasn't invited asks for the form of a new listing.
        case closed
        /// A blocked seller asks for a form.
        case blocked
        /// A seller asks for the form of a listing that the operator has locked.
        case locked
        /// A listing was deleted.
        case deleted
        /// A helper has done something with a link.
        case sellerLinkUsed
    }

    let kind: Kind
    /// A more specific message than that of the kind, or nil.
    var sentence: String?
    /// The reason that the operator gave, or nil.
    var reason: String?
    /// The listing that is hidden, whose seller is led to the reason; nil if there is none.
    var product: Product.ID?
    /// Where the button leads; nil for where pages of the kind lead.
    var address: String?
    var back = "/"

    func html(_ site: SiteContext) -> String {
        let (title, _, drawing) = Self.parts(of: kind)
        let (action, usual): (InterfaceString, String) =
            switch kind {
            // Offline, the page replaces another one, which is the one to retry.
            case .offline: (.tryAgain, "")
            // Loading the same address again helps only if the address is not the cause, and only with GET; therefore a link.
            case .busy, .failed: (.tryAgain, site.path)
            case .listingsHere, .isSeller: (.myListings, "/mine")
            case .deleted: (.okay, "/")
            case .sellerLinkUsed: (.showListing, "/")
            default: (.backToMarket, "/")
            }
        return PageLayout(kind: .message, title: site.texts[title], back: back).html(
            "message",
            site,
            [
                "sentence": sentence(in: site.language),
                "reason": reason,
                "action": site.texts[action],
                "address": address ?? usual,
                "drawing": "drawing-\(drawing)",
                "ownAddress": product.map(DeskAddress.manage),
                "asksOperator": [.removed, .closed, .blocked, .locked].contains(kind),
                "isRemoved": kind == .removed,
            ]
        )
    }

    /// Returns the message.
    func sentence(in language: Language) -> String {
        sentence ?? InterfaceTexts(language: language)[Self.parts(of: kind).sentence]
    }

    /// The title, the message and the drawing above it.
    private static func parts(
        of kind: Kind
    ) -> (title: InterfaceString, sentence: InterfaceString, drawing: String) {
        switch kind {
        case .notFound: (.notFoundTitle, .notFound, "lost")
        case .gone: (.goneTitle, .gone, "gone")
        case .removed: (.removedTitle, .removed, "gone")
        case .held: (.heldTitle, .held, "gone")
        case .failed: (.failedTitle, .failed, "failed")
        case .offline: (.offlineTitle, .offline, "offline")
        case .tooLarge: (.tooLargeTitle, .tooLarge, "failed")
        case .busy: (.busyTitle, .busy, "failed")
        case .refused: (.refusedTitle, .refused, "failed")
        case .expired: (.expiredTitle, .expired, "failed")
        case .cookies: (.cookiesTitle, .cookiesNeeded, "failed")
        case .linkNotOpened: (.linkNotOpenedTitle, .linkNotOpened, "failed")
        case .linkEnded: (.linkEndedTitle, .linkEnded, "failed")
        case .sellerLinkEnded: (.linkEndedTitle, .sellerLinkEnded, "failed")
        case .listingsHere: (.moveTitle, .listingsHereAlready, "done")
        case .isSeller: (.invitedTitle, .isSellerAlready, "done")
        case .closed: (.sellersInvitedTitle, .sellersInvited, "empty")
        case .blocked: (.blockedTitle, .blocked, "failed")
        case .locked: (.lockedTitle, .lockedByOperator, "failed")
        case .deleted: (.deletedTitle, .deletedTitle, "done")
        case .sellerLinkUsed: (.sellerLink, .sellerLink, "done")
        }
    }
}
