import Hummingbird
import MarketAPI
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

/// The pages that show where operators are signed in, and who they are.
extension OperatorPages {
    // MARK: Sessions

    func showSessions(
        _ call: Call,
        feed: String? = nil,
        key: (key: OperatorKey, token: String)? = nil
    ) async throws -> Response {
        let manage = site.services.manageOperators
        let sessions = try await manage.sessions(for: call.proof)
        let sessionPage = Self.page(of: sessions, behind: call.request.queryFields.id("before"), \.id)
        let keyPage = Self.page(
            of: try await manage.keys(for: call.proof),
            behind: call.request.queryFields.id("keys"),
            \.id
        )
        let feedDate = try await manage.feedDate(for: call.proof)
        return try await page(call, "operator-sessions", titled: call.texts[.sessions]) { parts in
            [
                "sessions": sessionPage.shown.map { row($0, call, parts) },
                "moreAddress": sessionPage.last.map { "\(OperatorAddress.sessions)?before=\($0.rawValue)" },
                "keys": keyPage.shown.map { row($0, parts) },
                "hasKeys": !keyPage.shown.isEmpty,
                "moreKeys": keyPage.last.map { "\(OperatorAddress.sessions)?keys=\($0.rawValue)#keys" },
                "newKey": key?.token,
                "newKeyTitle": key.map { parts.texts[.key($0.key.name)] },
                "nameMaximum": Operator.nameLength.upperBound,
                "typedName": call.form?["name"] ?? "",
                // What is shown once would be lost.
                "keepsForm": key == nil && feed == nil,
                "feed": feed,
                "feedMade": feedDate.map { parts.texts[.feedMade(on: parts.site.day($0))] },
                "feedAction": parts.texts[feedDate == nil ? .makeFeed : .replaceFeed],
            ]
        }
    }

    /// Returns a page of a list, the newest first.
    ///
    /// - Returns: what is shown, and behind which entry another page begins; nil if none does.
    private static func page<Entry, ID: RawRepresentable<Int64>>(
        of entries: [Entry],
        behind before: ID?,
        _ id: (Entry) -> ID
    ) -> (shown: [Entry], last: ID?) {
        let rest = entries.drop { entry in before.map { id(entry).rawValue >= $0.rawValue } ?? false }
        let shown = Array(rest.prefix(ModerateListings.pageSize))
        return (shown, rest.count > shown.count ? shown.last.map(id) : nil)
    }

    private func row(_ session: OperatorSession, _ call: Call, _ parts: OperatorViewData) -> Templates.Context {
        let (site, texts) = (parts.site, parts.texts)
        let name = session.holder.name
        let isThis = session.id == call.proof.session?.id
        let end = texts[isThis ? .signOut : .endSession]
        let browser = site.texts[.browser(session.browser.application, on: session.browser.system)]
        return [
            "id": session.id.rawValue, "name": name, "role": texts[session.holder.role.name], "browser": browser,
            "start": session.createdAt.attribute, "since": site.since(session.createdAt),
            "time": session.usedAt.attribute, "used": texts[.used(parts.age(of: session.usedAt))], "isThis": isThis,
            "end": end, "endLabel": isThis ? end : texts[.endSession(of: name, in: browser)],
        ]
    }

    private func row(_ key: OperatorKey, _ parts: OperatorViewData) -> Templates.Context {
        [
            "id": key.id.rawValue, "name": key.name, "holder": key.holder.name,
            "role": parts.texts[key.holder.role.name], "time": key.createdAt.attribute,
            "since": parts.site.day(key.createdAt), "endLabel": parts.texts[.endKey(key.name)],
        ]
    }

    /// Ends a session, or makes or ends a key or the feed of whoever is signed in. The page with the address of a feed or with a
    /// key is the answer to the form. Loading it later shows none.
    @Sendable func changeSessions(_ call: Call, _ form: WebForm) async throws -> Response {
        let name = call.proof.name ?? ""
        switch form["do"] {
        case "feed":
            let token = try await site.services.operatorAuthenticator.makeFeed(for: name, by: call.proof)
            call.log("feed made", ["name": "\(name)"])
            let path = OperatorAddress.feed(token: token, language: call.request.visitor.language.rawValue)
            return try await showSessions(call, feed: call.request.origin.text + path).withSecretAddress
        case "end-feed":
            let isEnded = try await site.services.manageOperators.endFeed(of: name, by: call.proof)
            if isEnded { call.log("feed ended", ["name": "\(name)"]) }
            return call.request.redirect(to: OperatorAddress.sessions)
        case "key":
            let made = try await site.services.operatorAuthenticator.makeKey(
                named: form["name"] ?? "",
                for: name,
                by: try recent(call)
            )
            call.log("key made", ["name": "\(made.key.name)"])
            return try await showSessions(call, key: made).withSecretAddress
        case "end-key":
            let id = form["key"].flatMap { Int64($0) }.map { OperatorKey.ID(rawValue: $0) }
            let keys = try await site.services.manageOperators.keys(for: call.proof)
            if let key = keys.first(where: { $0.id == id }),
                let question = try await confirmation(
                    call,
                    form,
                    titled: call.texts[.shallEnd(call.texts[.key(key.name)])],
                    .endKeyAdvice,
                    .endSession,
                    at: OperatorAddress.sessions,
                    sending: ["do", "key"]
                )
            {
                return question
            }
            if let id, try await site.services.manageOperators.endKey(id, by: call.proof) {
                call.log("key ended", ["key": "\(id.rawValue)"])
            }
            return call.request.redirect(to: OperatorAddress.sessions)
        default: break
        }
        guard form["do"] == nil, let number = form["session"] else {
            throw OperatorNotice.text(.unknownAction)
        }
        let id = Int64(number).map { OperatorSession.ID(rawValue: $0) }
        if let id, try await site.services.manageOperators.end(id, by: call.proof) {
            call.log("session ended")
        }
        guard id != nil, id == call.proof.session?.id else {
            return call.request.redirect(to: OperatorAddress.sessions)
        }
        let cookie = call.request.cookie(.operatorSession, "")
        return call.request.redirect(to: "/", cookies: [cookie])
    }

    // MARK: Operators

    func showTeam(
        _ call: Call,
        link: (name: String, token: String)? = nil
    ) async throws -> Response {
        // The other forms have no role.
        let typed = call.form.flatMap { $0["role"] == nil ? nil : $0 }
        let people = try await site.services.manageOperators.all(for: call.proof)
        let role = typed.map { Self.role(in: $0) } ?? .moderator
        let roles: [(Operator.Role, OperatorString)] = [(.moderator, .moderatorHint), (.operator, .operatorHint)]
        return try await page(call, "operator-team", titled: call.texts[.team]) { parts in
            let texts = parts.texts
            return [
                "people": people.map { one -> Templates.Context in
                    [
                        "name": one.name, "role": texts[one.role.name], "time": one.createdAt.attribute,
                        "since": parts.site.day(one.createdAt), "linkLabel": texts[.makeLink(for: one.name)],
                        "removeLabel": texts[.remove(one.name)],
                    ]
                },
                "roles": roles.map { code, label -> Templates.Context in
                    ["code": code.rawValue, "label": texts[label], "isChosen": code == role]
                },
                "nameMaximum": Operator.nameLength.upperBound,
                "typedName": typed?["name"] ?? "",
                "keepsForm": link == nil,
                "link": link.map {
                    call.request.origin.text + WebRoutePattern.operatorSignIn.address(with: $0.token)
                },
                "linkTitle": link.map { texts[.link(for: $0.name)] },
            ]
        }
    }

    /// The page with a link is the answer to a form. Loading its address later shows none.
    @Sendable func changeTeam(_ call: Call, _ form: WebForm) async throws -> Response {
        let name = form["name"] ?? ""
        let proof = try recent(call)
        switch form["do"] {
        case "add":
            let role = Self.role(in: form)
            let (added, link) = try await site.services.manageOperators.add(name, role, by: proof)
            call.log("operator added", ["name": "\(added.name)"])
            return try await showTeam(call, link: (added.name, link)).withSecretAddress
        case "link":
            let link = try await site.services.operatorAuthenticator.makeLink(for: name, by: proof)
            call.log("link for operator made", ["name": "\(name)"])
            return try await showTeam(call, link: (name, link)).withSecretAddress
        case "remove":
            // What would be refused isn't asked.
            let people = try await site.services.manageOperators.all(for: call.proof)
            let isLast = people.count(where: { $0.role == .operator }) == 1
            if people.contains(where: { $0.name == name && !($0.role == .operator && isLast) }),
                let question = try await confirmation(
                    call,
                    form,
                    titled: call.texts[.shallRemove(name)],
                    .removeAdvice,
                    .remove,
                    at: OperatorAddress.team,
                    sending: ["do", "name"]
                )
            {
                return question
            }
            try await site.services.manageOperators.remove(name, by: proof)
            call.log("operator removed", ["name": "\(name)"])
            return call.request.redirect(to: OperatorAddress.team)
        default: throw OperatorNotice.text(.unknownAction)
        }
    }

    private static func role(in form: WebForm) -> Operator.Role {
        form["role"].flatMap { Operator.Role(rawValue: $0) } ?? .moderator
    }
}
