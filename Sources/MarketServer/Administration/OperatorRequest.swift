import Logging
import MarketAPI
import MarketCore
import MarketModels
import MarketTexts

/// A request about operators, and how they get in.
public enum OperatorRequest: Codable, Hashable, Sendable {
    case listOperators
    case addOperator(name: String, isModerator: Bool)
    case removeOperator(name: String)
    /// Asks for a link with which an operator signs in; without a name, for the only one, or the first.
    case linkOperator(name: String?)
    /// Asks for the address of an operator's feed.
    ///
    /// - language: the code of the language of its titles.
    case makeFeed(name: String, language: String?)
    case endFeed(name: String)
    /// Asks for a key with which programs do what an operator does.
    case makeKey(operator: String, name: String)
    case listKeys
    case endKey(Int64)
    case listSessions
    case endSession(Int64)
}

extension AdminService {
    func response(to request: OperatorRequest) async throws -> AdminResponse {
        switch request {
        case .listOperators:
            return .operators(
                try await services.manageOperators.all(for: proof).map {
                    .init(name: $0.name, role: $0.role.rawValue, addedAt: $0.createdAt.responseText)
                }
            )
        case .addOperator(let name, let isModerator):
            let role = isModerator ? Operator.Role.moderator : .operator
            do throws(MarketError) {
                let (added, link) = try await services.manageOperators.add(name, role, by: recentProof)
                log("operator added", ["name": "\(added.name)"])
                return signIn(added.name, link)
            } catch {
                guard case .operators(.nameTaken) = error else { throw error }
                return .refused("Another operator has this name. 'openmarket operator link' makes a new link for them.")
            }
        case .removeOperator(let name):
            try await services.manageOperators.remove(name, by: recentProof)
            log("operator removed", ["name": "\(name)"])
            return .done(["\(name) isn't an operator any more."])
        case .linkOperator(let asked):
            let names = try await services.manageOperators.all(for: proof).map(\.name)
            if asked == nil, names.isEmpty, let link = try await services.operatorAuthenticator.makeFirstLink() {
                return signIn(OperatorAuthenticator.firstName, link)
            }
            guard let name = asked ?? (names.count == 1 ? names.first : nil) else {
                return .refused("Say for whom: \(names.joined(separator: ", ")).")
            }
            let link = try await services.operatorAuthenticator.makeLink(for: name, by: recentProof)
            log("link for operator made", ["name": "\(name)"])
            return signIn(name, link)
        case .makeFeed(let name, let language):
            let token = try await services.operatorAuthenticator.makeFeed(for: name, by: proof)
            log("feed made", ["name": "\(name)"])
            return .link(
                "At this address, a feed reader shows \(name) what waits:",
                address: address(of: .operatorFeed(token: token, language: language))
            )
        case .endFeed(let name):
            guard try await services.manageOperators.endFeed(of: name, by: proof) else {
                return .refused("\(name) has no feed.")
            }
            log("feed ended", ["name": "\(name)"])
            return .done(["The feed of \(name) has ended."])
        case .makeKey(let holder, let name):
            let (key, token) = try await services.operatorAuthenticator
                .makeKey(named: name, for: holder, by: recentProof)
            log("key made", ["name": "\(key.name)", "operator": "\(holder)"])
            return .done([
                "With this key, a program does what \(key.holder.name) may, and it isn't shown again:", token,
            ])
        case .listKeys:
            return .keys(try await services.manageOperators.keys(for: proof).map { AdminResponse.KeyRow($0) })
        case .endKey(let id):
            guard try await services.manageOperators.endKey(OperatorKey.ID(rawValue: id), by: proof) else {
                return .refused("There's no key \(id).")
            }
            log("key ended", ["key": "\(id)"])
            return .done(["Key \(id) has ended."])
        case .listSessions:
            let texts = InterfaceTexts(language: .english)
            return .sessions(
                try await services.manageOperators.sessions(for: proof).map { session in
                    AdminResponse.SessionRow(
                        id: session.id.rawValue,
                        name: session.holder.name,
                        browser: texts[.browser(session.browser.application, on: session.browser.system)],
                        startedAt: session.createdAt.responseText,
                        usedAt: session.usedAt.responseText
                    )
                }
            )
        case .endSession(let id):
            guard try await services.manageOperators.end(OperatorSession.ID(rawValue: id), by: proof) else {
                return .refused("There's no session \(id).")
            }
            log("session ended", ["session": "\(id)"])
            return .done(["Session \(id) has ended."])
        }
    }

    private func signIn(_ name: String, _ link: String) -> AdminResponse {
        .link(
            "With this address, \(name) signs in once, within 10 minutes:",
            address: address(of: .signIn(token: link))
        )
    }
}
