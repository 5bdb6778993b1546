import MarketModels
import MarketTexts

/// A page with a drawing, a message and a button, shown instead of a page that can't be shown.
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
        /// Somebody who wasn't invited asks for the form of a new listing.
        case closed
        /// A blocked seller asks for a form.
        case blocked
        /// A seller asks for the form of a listing that the operator has locked.
        case locked
    }

    let kind: Kind
    /// A more specific message than that of the kind, or nil.
    var sentence: String?
    /// The reason that the operator gave, or nil.
    var reason: String?
    /// The listing that is hidden, whose seller is led to the reason; nil if there is none.
    var product: Product.ID?

    func html(_ site: SiteContext) -> String {
        let (title, _, drawing) = Self.parts(of: kind)
        // Loading the same address again helps only if the address is not the cause, and only with GET; therefore a
        // link.
        let isRetry = kind == .offline || kind == .busy || kind == .failed
        return PageLayout(kind: .message, title: site.texts[title]).html(
            "message",
            site,
            [
                "sentence": sentence(in: site.language),
                "reason": reason,
                "action": site.texts[isRetry ? .tryAgain : .backToMarket],
                // Offline, the page replaces another one, which is the one to retry.
                "address": kind == .offline ? "" : isRetry ? site.path : "/",
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
        case .closed: (.sellersInvitedTitle, .sellersInvited, "empty")
        case .blocked: (.blockedTitle, .blocked, "failed")
        case .locked: (.lockedTitle, .lockedByOperator, "failed")
        }
    }
}
