internal import MarketTexts

/// The page from which a browser's identity is moved to another browser, or received from a file.
public struct MovePage: WebPage {
    /// The form that was rejected, and why.
    public struct Problem: Hashable, Sendable {
        public enum Form: Hashable, Sendable {
            case save, open
        }

        public let form: Form
        public let sentence: String

        public init(_ form: Form, _ sentence: String) {
            self.form = form
            self.sentence = sentence
        }
    }

    /// The seller of this browser; nil if nothing was ever listed from it.
    public let seller: KnownSeller?
    public let problem: Problem?

    public init(seller: KnownSeller?, problem: Problem? = nil) {
        self.seller = seller
        self.problem = problem
    }

    public func html(_ site: SiteContext) -> String {
        let texts = InterfaceTexts(language: site.language)
        let data: [String: Any?] = [
            "hasSeller": seller != nil,
            "state": seller.map { texts.listingsHere(of: $0.name, $0.count(texts)) } ?? texts[.noListingsHere],
            "saveProblem": problem?.form == .save ? problem?.sentence : nil,
            "openProblem": problem?.form == .open ? problem?.sentence : nil,
        ]
        return PageLayout(kind: .password, title: texts[.moveTitle], back: "/mine").html("move", site, data)
    }
}
