import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// A page of operators: the data of its template, with the menu, and what became of the last form, around it.
struct OperatorPage: WebPage {
    let call: OperatorPages.Call
    /// The number of reports that aren't decided.
    let openReportCount: Int
    /// The number of listings that wait to be approved.
    let waitingCount: Int
    /// The number of listings that their sellers have changed as asked, or about which they have answered.
    let changedCount: Int
    let now: Timestamp
    let template: String
    let title: String
    let back: String
    let data: @Sendable (OperatorViewData) -> [String: Any?]

    /// What is gone of an erased listing, as addresses of pages say it.
    enum Erasure: String {
        case listingAndImages = "1"
        /// Its images are noted and will be removed, as after an outage of an object store.
        case listing
    }

    /// What has become of values or of a page, as addresses of pages say it.
    enum Saved: String {
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

    func html(_ site: SiteContext) -> String {
        let texts = site.operatorTexts
        let around: [String: Any?] = [
            "menu": menu(site),
            "problem": call.problem?.sentence(texts),
            "isDone": call.form == nil && call.request.queryFields["done"] != nil,
            "erased": call.erasure.map { texts[$0 == .listing ? .erasedWithoutImages : .erased] },
            "saved": (call.saved?.text).map { texts[$0] },
            "reasonMaximum": ReportField.text.maximumLength,
            "reasonText": call.form?["reason"] ?? "",
            "leavesReports": call.form.map { $0["reports"] == nil } ?? false,
        ]
        let own = data(OperatorViewData(site: site, now: now))
        return PageLayout(kind: .message, title: title, back: back)
            .html(template, site, around.merging(own) { _, own in own })
    }

    private func menu(_ site: SiteContext) -> [Templates.Context] {
        var menu: [(address: String, label: OperatorString, count: Int)] = [
            (OperatorAddress.home, .reports, openReportCount), (OperatorAddress.listings, .listings, 0),
            (OperatorAddress.contacts, .contacts, 0), (OperatorAddress.invitations, .invitations, 0),
            (OperatorAddress.log, .log, 0), (OperatorAddress.sessions, .sessions, 0),
        ]
        if changedCount > 0 { menu.insert((OperatorAddress.changed, .changedAsAsked, changedCount), at: 1) }
        if waitingCount > 0 { menu.insert((OperatorAddress.waiting, .waiting, waitingCount), at: 1) }
        if call.proof.role == .operator {
            menu += [(OperatorAddress.team, .team, 0), (OperatorAddress.settings, .settings, 0)]
        }
        let isEntry = menu.contains { $0.address == site.path }
        let path = isEntry ? site.path[...] : site.path.prefix { $0 != "?" }
        return menu.map { address, label, count in
            let data: [String: Any?] = [
                "address": address, "label": site.operatorTexts[label], "isCurrent": path == address,
                "count": count > 0 ? ProductTexts.grouped(count) : nil,
            ]
            return data.filled
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
