internal import MarketTexts

/// One drawing, one sentence, one button: what is shown instead of a page that can't be.
public struct MessagePage: WebPage {
    public enum Kind: String, CaseIterable, Sendable {
        case notFound, gone, failed, offline, tooLarge, busy
        /// A form that was sent without a token that is good for it.
        case expired
    }

    public let kind: Kind
    /// Says more closely what to do than the kind's own sentence.
    public let sentence: String?

    public init(kind: Kind, sentence: String? = nil) {
        self.kind = kind
        self.sentence = sentence
    }

    public func html(_ site: SiteContext) -> String {
        let texts = WebTexts(language: site.language)
        let (title, own) = Self.words(for: kind)
        // Loading the same address again helps only where it was not the address, and only by GET: a link.
        let isRetry = kind == .offline || kind == .busy || kind == .failed
        return Frame(kind: .message, title: texts[title]).html(
            "message",
            site,
            [
                "sentence": sentence ?? texts[own],
                "action": texts[isRetry ? .tryAgain : .backToMarket],
                // Offline, the page stands in for another one: that is what to try again.
                "address": kind == .offline ? "" : isRetry ? site.path : "/",
                "drawing": "drawing-\(kind.drawing)",
                "isOffline": kind == .offline,
            ]
        )
    }

    private static func words(for kind: Kind) -> (title: WebWord, sentence: WebWord) {
        switch kind {
        case .notFound: (.notFoundTitle, .notFound)
        case .gone: (.goneTitle, .gone)
        case .failed: (.failedTitle, .failed)
        case .offline: (.offlineTitle, .offline)
        case .tooLarge: (.tooLargeTitle, .tooLarge)
        case .busy: (.busyTitle, .busy)
        case .expired: (.expiredTitle, .expired)
        }
    }
}

extension MessagePage.Kind {
    /// Which drawing stands above the sentence.
    fileprivate var drawing: String {
        switch self {
        case .notFound: "lost"
        case .gone: "gone"
        case .offline: "offline"
        case .failed, .tooLarge, .busy, .expired: "failed"
        }
    }
}
