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
        let texts = InterfaceTexts(language: site.language)
        let (title, _) = Self.words(for: kind)
        // Loading the same address again helps only if the address is not the cause, and only with GET; therefore a
        // link.
        let isRetry = kind == .offline || kind == .busy || kind == .failed
        return PageLayout(kind: .message, title: texts[title]).html(
            "message",
            site,
            [
                "sentence": sentence(in: site.language),
                "reason": reason,
                "action": texts[isRetry ? .tryAgain : .backToMarket],
                // Offline, the page replaces another one, which is the one to retry.
                "address": kind == .offline ? "" : isRetry ? site.path : "/",
                "drawing": "drawing-\(kind.drawing)",
                "isOffline": kind == .offline,
                "ownAddress": product.map(DeskAddress.manage),
                "asksOperator": [.removed, .closed, .blocked, .locked].contains(kind),
                "isRemoved": kind == .removed,
            ]
        )
    }

    /// Returns the message.
    func sentence(in language: Language) -> String {
        sentence ?? InterfaceTexts(language: language)[Self.words(for: kind).sentence]
    }

    private static func words(for kind: Kind) -> (title: InterfaceString, sentence: InterfaceString) {
        switch kind {
        case .notFound: (.notFoundTitle, .notFound)
        case .gone: (.goneTitle, .gone)
        case .removed: (.removedTitle, .removed)
        case .held: (.heldTitle, .held)
        case .failed: (.failedTitle, .failed)
        case .offline: (.offlineTitle, .offline)
        case .tooLarge: (.tooLargeTitle, .tooLarge)
        case .busy: (.busyTitle, .busy)
        case .refused: (.refusedTitle, .refused)
        case .expired: (.expiredTitle, .expired)
        case .cookies: (.cookiesTitle, .cookiesNeeded)
        case .linkNotOpened: (.linkNotOpenedTitle, .linkNotOpened)
        case .closed: (.sellersInvitedTitle, .sellersInvited)
        case .blocked: (.blockedTitle, .blocked)
        case .locked: (.lockedTitle, .lockedByOperator)
        }
    }
}

extension MessagePage.Kind {
    /// The drawing above the message.
    fileprivate var drawing: String {
        switch self {
        case .notFound: "lost"
        case .gone, .removed, .held: "gone"
        case .offline: "offline"
        case .closed: "empty"
        case .failed, .blocked, .locked, .refused, .tooLarge, .busy, .expired, .cookies, .linkNotOpened: "failed"
        }
    }
}
