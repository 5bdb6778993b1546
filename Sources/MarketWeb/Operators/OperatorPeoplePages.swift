import MarketModels
import MarketTexts

/// The page on which an operator signs in with a link, or which says that only operators see what was asked for.
struct OperatorSignInPage: WebPage {
    enum Content: Sendable {
        /// The link can be used, for the operator with the name.
        case ready(token: String, name: String)
        case ended, needed
        /// Too many sessions or links that have ended came from the same network.
        case limited
        /// The session of the operator with the name began too long ago for the page.
        case tooOld(name: String)
    }

    let content: Content

    func html(_ site: SiteContext) -> String {
        var data: [String: Any?] = [:]
        let title: OperatorString
        switch content {
        case .ready(let token, let name):
            title = .signIn
            data = ["token": token, "name": name]
        case .ended: title = .linkEndedTitle
        case .needed: title = .signInTitle
        case .limited:
            title = .signInTitle
            data = ["limited": true]
        case .tooOld(let name):
            title = .signInAgainTitle
            data = ["again": true, "name": Self.word(name)]
        }
        return PageLayout(kind: .message, title: site.operatorTexts[title]).html("operator-in", site, data)
    }

    /// Returns a name as a word of a command.
    private static func word(_ name: String) -> String {
        name.allSatisfy { $0.isLetter || $0.isNumber } ? name : "'\(name.replacing("'", with: #"'\''"#))'"
    }
}

/// The log of who did what, when and why.
struct OperatorLogPage: WebPage {
    let context: OperatorContext
    let entries: [ModerationEntry]

    func html(_ site: SiteContext) -> String {
        let parts = OperatorViewData(site: site, now: context.now)
        let title = site.operatorTexts[.log]
        return OperatorLayout(context: context, title: title, back: OperatorAddress.home).html(
            "operator-log",
            site,
            [
                "path": OperatorAddress.log,
                "entries": parts.entries(entries),
                "hasEntries": !entries.isEmpty,
                "moreAddress": entries.lastOfFullPage().map { "\(OperatorAddress.log)?before=\($0.id)" },
            ]
        )
    }
}

/// The browsers in which operators are signed in, the keys of their programs, and the feed of the one who looks.
struct OperatorSessionsPage: WebPage {
    let context: OperatorContext
    /// A page of them.
    let sessions: [OperatorSession]
    let hasMoreSessions: Bool
    /// The session of this browser.
    let own: OperatorSession.ID?
    /// When the operator's feed was made; nil if they have none.
    let feedDate: Timestamp?
    /// The address of a feed that was made just now, which is shown once.
    var feedAddress: String?
    let keys: [OperatorKey]
    /// A key that was made just now, with its token, which is shown once.
    var newKey: (key: OperatorKey, token: String)?
    /// What was typed for a key that wasn't made.
    var typedName: String = ""

    func html(_ site: SiteContext) -> String {
        let texts = site.operatorTexts
        let layout = OperatorLayout(context: context, title: texts[.sessions], back: OperatorAddress.home)
        return layout.html(
            "operator-sessions",
            site,
            [
                "sessions": sessions.map { session -> Templates.Context in
                    let name = session.holder.name
                    let isThis = session.id == own
                    let end = texts[isThis ? .signOut : .endSession]
                    let browser = site.texts[.browser(session.browser.application, on: session.browser.system)]
                    return [
                        "id": session.id.rawValue, "name": name, "role": texts[session.holder.role.name],
                        "browser": browser, "start": session.createdAt.attribute,
                        "since": site.since(session.createdAt), "time": session.usedAt.attribute,
                        "used": texts[.used(site.productTexts.age(of: session.usedAt, now: context.now))],
                        "isThis": isThis, "end": end,
                        "endLabel": isThis ? end : texts[.endSession(of: name, in: browser)],
                    ]
                },
                "moreAddress": hasMoreSessions
                    ? sessions.last.map { "\(OperatorAddress.sessions)?before=\($0.id.rawValue)" } : nil,
                "keys": keys.map { key -> Templates.Context in
                    [
                        "id": key.id.rawValue, "name": key.name, "holder": key.holder.name,
                        "role": texts[key.holder.role.name], "time": key.createdAt.attribute,
                        "since": site.day(key.createdAt), "endLabel": texts[.endKey(key.name)],
                    ]
                },
                "hasKeys": !keys.isEmpty,
                "newKey": newKey?.token,
                "newKeyTitle": newKey.map { texts[.key($0.key.name)] },
                "nameMaximum": Operator.nameLength.upperBound,
                "typedName": typedName,
                // What is shown once would be lost.
                "keepsForm": newKey == nil && feedAddress == nil,
                "feed": feedAddress,
                "feedMade": feedDate.map { texts[.feedMade(on: site.day($0))] },
                "feedAction": texts[feedDate == nil ? .makeFeed : .replaceFeed],
            ]
        )
    }
}

/// A link for somebody, which was made just now and is shown once.
struct OperatorLinkViewData: Sendable {
    let name: String
    let address: String
}

/// Who moderates the market, for operators only.
struct OperatorTeamPage: WebPage {
    let context: OperatorContext
    let people: [Operator]
    var link: OperatorLinkViewData?
    /// What was typed for somebody who wasn't invited.
    var typed: (name: String, role: Operator.Role) = ("", .moderator)

    func html(_ site: SiteContext) -> String {
        let texts = site.operatorTexts
        let roles: [(Operator.Role, OperatorString)] = [(.moderator, .moderatorHint), (.operator, .operatorHint)]
        return OperatorLayout(context: context, title: texts[.team], back: OperatorAddress.home).html(
            "operator-team",
            site,
            [
                "people": people.map { one -> Templates.Context in
                    [
                        "name": one.name, "role": texts[one.role.name], "time": one.createdAt.attribute,
                        "since": site.day(one.createdAt), "linkLabel": texts[.makeLink(for: one.name)],
                        "removeLabel": texts[.remove(one.name)],
                    ]
                },
                "roles": roles.map { role, label -> Templates.Context in
                    ["code": role.rawValue, "label": texts[label], "isChosen": role == typed.role]
                },
                "nameMaximum": Operator.nameLength.upperBound,
                "typedName": typed.name,
                "keepsForm": link == nil,
                "link": link?.address,
                "linkTitle": link.map { texts[.link(for: $0.name)] },
            ]
        )
    }
}
