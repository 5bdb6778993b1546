import MarketModels
import MarketTexts

/// What all pages of operators have in common: who looks at them, the menu, and what became of the last form.
struct OperatorContext: Sendable {
    let role: Operator.Role
    /// The number of reports that aren't decided.
    let openReportCount: Int
    /// The number of listings that wait to be approved.
    var waitingCount = 0
    /// The number of listings that their sellers have changed as asked, or about which they have answered.
    var changedCount = 0
    /// What is wrong with the form that was sent; nil if nothing is.
    var problem: OperatorNotice?
    /// The form that was sent, which is shown again with what was typed and chosen in it.
    var form: WebForm?
    /// Whether the last form has done something that can be undone.
    var isDone = false
    /// What the last form has erased, if it has erased a listing.
    var erasure: Erasure?
    /// What the last form has saved, if it has saved something.
    var saved: Saved?
    let now: Timestamp
}

extension OperatorContext {
    /// Whether the form that was sent leaves open what was reported.
    var leavesReports: Bool { form.map { $0["reports"] == nil } ?? false }

    /// What is gone of an erased listing, as addresses of pages say it.
    enum Erasure: String, Sendable {
        case listingAndImages = "1"
        /// Its images are noted and will be removed, as after an outage of an object store.
        case listing
    }

    /// What has become of values or of a page, as addresses of pages say it.
    enum Saved: String, Sendable {
        case values = "1"
        case published, unpublished, removed

        var text: OperatorString {
            switch self {
            case .values: .saved
            case .published: .isPublished
            case .unpublished: .isUnpublished
            case .removed: .isRemoved
            }
        }

        /// Whether that is still so of a page. The address may be loaded again after somebody else has changed the page.
        func holds(for page: MarketPage?) -> Bool {
            switch self {
            case .values: true
            case .published: page?.isPublished == true
            case .unpublished: page?.isPublished == false
            case .removed: page == nil
            }
        }
    }
}

/// Why a form of an operator's page did nothing, or not all of it.
enum OperatorNotice: Error, Hashable, CustomStringConvertible {
    case text(OperatorString)
    /// Listings or a seller, by their names, that have changed since the page was made.
    case changedSince([String])
    case refused(OperatorProblem)

    func sentence(_ texts: OperatorTexts) -> String {
        switch self {
        case .text(let string): texts[string]
        case .changedSince(let names): texts[.changedSince(names)]
        case .refused(let problem): texts.sentence(for: problem)
        }
    }

    var description: String { sentence(OperatorTexts(language: .english)) }
}

/// The addresses of the operators' pages.
enum OperatorAddress {
    static let home = WebRoutePattern.operatorHome.rawValue
    static let signIn = WebRoutePattern.operatorSignIn.rawValue
    static let listings = WebRoutePattern.operatorListings.rawValue
    static let waiting = "\(listings)?waiting=1"
    static let changed = "\(listings)?changed=1"
    static let contacts = WebRoutePattern.operatorContacts.rawValue
    static let invitations = WebRoutePattern.operatorInvitations.rawValue
    static let log = WebRoutePattern.operatorLog.rawValue
    static let sessions = WebRoutePattern.operatorSessions.rawValue
    /// The feed, whose token is in the query: logs have none.
    static let feed = WebRoutePattern.operatorFeed.rawValue
    static let team = WebRoutePattern.operatorTeam.rawValue
    static let settings = WebRoutePattern.operatorSettings.rawValue

    static func page(_ id: MarketPage.ID) -> String { "\(settings)/\(id.name)" }
    static func report(_ id: Report.ID) -> String { "\(home)/reports/\(id.rawValue)" }
    static func listing(_ id: Product.ID) -> String { "\(listings)/\(id.rawValue)" }
    static func newPassword(_ id: Product.ID) -> String { "\(listing(id))/password" }
    static func erase(_ id: Product.ID) -> String { "\(listing(id))/erase" }
    static func seller(_ id: Vendor.ID) -> String { "\(home)/sellers/\(id.rawValue)" }

    /// Returns the address of a feed.
    ///
    /// - Parameter language: the code of the language of its titles; nil for the one that the reader asks for.
    static func feed(token: String, language: String?) -> String {
        "\(feed)?token=\(token)" + (language.map { "&language=\($0)" } ?? "")
    }
}

/// The layout of an operator's page.
struct OperatorLayout {
    let context: OperatorContext
    let title: String
    var back: String? = "/"

    func html(_ template: String, _ site: SiteContext, _ data: [String: Any?]) -> String {
        var menu: [(address: String, label: OperatorString)] = [
            (OperatorAddress.home, .reports), (OperatorAddress.listings, .listings),
            (OperatorAddress.contacts, .contacts), (OperatorAddress.invitations, .invitations),
            (OperatorAddress.log, .log),
            (OperatorAddress.sessions, .sessions),
        ]
        if context.changedCount > 0 { menu.insert((OperatorAddress.changed, .changedAsAsked), at: 1) }
        if context.waitingCount > 0 { menu.insert((OperatorAddress.waiting, .waiting), at: 1) }
        if context.role == .operator {
            menu += [(OperatorAddress.team, .team), (OperatorAddress.settings, .settings)]
        }
        let isEntry = menu.contains { $0.address == site.path }
        let path = isEntry ? site.path[...] : site.path.prefix { $0 != "?" }
        let around: [String: Any?] = [
            "menu": menu.map { entry -> Templates.Context in
                let count =
                    switch entry.label {
                    case .reports: context.openReportCount
                    case .waiting: context.waitingCount
                    case .changedAsAsked: context.changedCount
                    default: 0
                    }
                let data: [String: Any?] = [
                    "address": entry.address, "label": site.operatorTexts[entry.label],
                    "isCurrent": path == entry.address,
                    "count": count > 0 ? ProductTexts.grouped(count) : nil,
                ]
                return data.filled
            },
            "problem": context.problem?.sentence(site.operatorTexts),
            "isDone": context.isDone,
            "erased": context.erasure.map { site.operatorTexts[$0 == .listing ? .erasedWithoutImages : .erased] },
            "saved": (context.saved?.text).map { site.operatorTexts[$0] },
            "reasonMaximum": ReportField.text.maximumLength,
            "reasonText": context.form?["reason"] ?? "",
            "leavesReports": context.leavesReports,
        ]
        return PageLayout(kind: .message, title: title, back: back)
            .html(template, site, around.merging(data) { _, own in own })
    }
}
