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
        key: (key: OperatorKey, token: String)? = nil,
        typedName: String = ""
    ) async throws -> Response {
        let before: OperatorSession.ID? = call.request.queryFields.id("before")
        let sessions = try await site.services.manageOperators.sessions(for: call.proof)
            .drop { session in before.map { session.id.rawValue >= $0.rawValue } ?? false }
        let feedDate = try await site.services.manageOperators.feedDate(for: call.proof)
        let keys = try await site.services.manageOperators.keys(for: call.proof)
        return try await page(call) {
            OperatorSessionsPage(
                context: $0,
                sessions: Array(sessions.prefix(ModerateListings.pageSize)),
                hasMoreSessions: sessions.count > ModerateListings.pageSize,
                own: call.proof.session?.id,
                feedDate: feedDate,
                feedAddress: feed,
                keys: keys,
                newKey: key,
                typedName: typedName
            )
        }
    }

    @Sendable func showSessionsAgain(_ call: Call, _ form: WebForm) async throws -> Response {
        try await showSessions(call, typedName: form["name"] ?? "")
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
                let question = try await confirmation(.key(key.id, key.name), form, call)
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
        link: (name: String, token: String)? = nil,
        typed form: WebForm? = nil
    ) async throws -> Response {
        let people = try await site.services.manageOperators.all(for: call.proof)
        let origin = call.request.origin.text
        let shown = link.map {
            OperatorLinkViewData(
                name: $0.name,
                address: origin + WebRoutePattern.operatorSignIn.address(with: $0.token)
            )
        }
        let typed = (form?["name"] ?? "", form.map { Self.role(in: $0) } ?? .moderator)
        return try await page(call) { OperatorTeamPage(context: $0, people: people, link: shown, typed: typed) }
    }

    @Sendable func showTeamAgain(_ call: Call, _ form: WebForm) async throws -> Response {
        try await showTeam(call, typed: form["role"] == nil ? nil : form)
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
                let question = try await confirmation(.operator(name), form, call)
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
