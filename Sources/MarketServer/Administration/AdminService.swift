package import Logging
import MarketAPI
import MarketCore
import MarketModels
import MarketTexts

/// The service that performs administrative requests, inside the server or, when none is running, in the command
/// itself.
public struct AdminService: Sendable {
    static let largestRequestedID: Int64 = 1_000_000_000

    private let operations: AdminOperations
    private let showProduct: ShowProduct
    private let deleteProduct: DeleteProduct
    private let categories: EditCategories
    private let moderate: ModerateListings
    let profile: EditProfile
    let logo: EditLogo
    private let manageOperators: ManageOperators
    private let operatorAuthenticator: OperatorAuthenticator
    private let inviteSellers: InviteSellers
    private let clock: any WallClock
    private let webApp: any WebApp
    private let origin: String
    private let logger: Logger

    /// Whoever reaches this service may open the data folder or the database.
    let proof = OperatorAuthenticator.commandLine
    let recentProof = OperatorAuthenticator.recentCommandLine

    /// - Parameters:
    ///   - webApp: knows the pages that links open.
    ///   - origin: how links to the market begin; empty if that isn't known.
    ///   - logger: gets a line for each request that has changed something.
    package init(
        services: MarketServices,
        webApp: any WebApp,
        origin: String = "",
        logger: Logger = Logger(label: "openmarket")
    ) {
        operations = services.adminOperations
        showProduct = services.showProduct
        deleteProduct = services.deleteProduct
        categories = services.editCategories
        moderate = services.moderateListings
        profile = services.editProfile
        logo = services.editLogo
        manageOperators = services.manageOperators
        operatorAuthenticator = services.operatorAuthenticator
        inviteSellers = services.inviteSellers
        clock = services.clock
        self.webApp = webApp
        self.origin = origin
        self.logger = logger
    }

    public func perform(_ request: AdminRequest) async -> AdminResponse {
        do {
            return try await response(to: request)
        } catch let problem as EditCategories.Problem {
            return .refused(problem.description)
        } catch let problem as EditProfile.Problem {
            return .refused(problem.description)
        } catch let problem as EditLogo.Problem {
            return .refused(problem.description)
        } catch {
            return .refused(ErrorTranslator().translate(error, language: .english).response.message)
        }
    }

    private func response(to request: AdminRequest) async throws -> AdminResponse {
        switch request {
        case .addVendor(let name, let text, let id):
            guard let identifier = VendorIdentifier(text) else {
                return .refused("'\(text)' isn't an identifier. Give a UUID.")
            }
            // A requested id near `Int64.max` would leave no ids for later vendors.
            guard id.map({ 1...Self.largestRequestedID ~= $0 }) ?? true else {
                return .refused("A vendor's id must be from 1 to \(Self.largestRequestedID).")
            }
            let outcome = try await operations.addVendor(
                name: name,
                identifier: identifier,
                id: id.map { Vendor.ID(rawValue: $0) }
            )
            guard let outcome else { return .refused("The id \(id ?? 0) belongs to another vendor.") }
            let row = AdminResponse.VendorRow(outcome.vendor, identifier)
            if outcome.isNew { log("vendor added", ["vendor": "\(row.id)"]) }
            return outcome.isNew ? .vendorAdded(row) : .vendorKnown(row)
        case .addKnownVendors:
            return .vendorOutcomes(
                try await operations.addKnownVendors().map { known, outcome in
                    if outcome?.isNew == true { log("vendor added", ["vendor": "\(known.id.rawValue)"]) }
                    let kind: AdminResponse.VendorOutcome.Kind =
                        switch outcome {
                        case nil: .idTaken
                        case let outcome? where outcome.isNew: .added
                        case let outcome? where outcome.vendor.id == known.id: .known
                        case let outcome?: .identifierTaken(by: outcome.vendor.id.rawValue)
                        }
                    return .init(id: known.id.rawValue, identifier: known.identifier, kind: kind)
                }
            )
        case .listVendors:
            return .vendors(try await operations.vendors().map { AdminResponse.VendorRow($0.vendor, $0.identifier) })
        case .showVendor(let id):
            guard let row = try await operations.vendor(Vendor.ID(rawValue: id)) else {
                return .refused("There's no vendor \(id).")
            }
            let related = try await moderate.relatedSellers(of: row.vendor.id, for: proof)
            return .vendor(
                AdminResponse.VendorRow(row.vendor, row.identifier),
                related: related.map { AdminResponse.RelatedRow($0) }
            )
        case .setBlocked(let id, let isBlocked, let days, let reason, let decidesReports):
            // Guests, who have no identifier, share one vendor, and it can't be blocked for one of them.
            guard let row = try await operations.vendor(Vendor.ID(rawValue: id)),
                let vendor = try await moderate.setBlocked(
                    isBlocked,
                    days: days,
                    vendor: row.vendor.id,
                    reason: reason,
                    decidesReports: decidesReports,
                    by: proof
                )
            else { return .refused("There's no vendor \(id).") }
            log(isBlocked ? "vendor blocked" : "vendor unblocked", ["vendor": "\(id)"])
            return .vendorChanged(AdminResponse.VendorRow(vendor, row.identifier))
        case .findProduct(let id):
            return .product(name: try await showProduct.shown(Product.ID(rawValue: id))?.listing.name)
        case .renameVendor(let id, let name, let reason):
            guard try await moderate.rename(Vendor.ID(rawValue: id), to: name, reason: reason, by: proof) != nil,
                let row = try await operations.vendor(Vendor.ID(rawValue: id))
            else { return .refused("There's no vendor \(id).") }
            log("vendor renamed", ["vendor": "\(id)"])
            return .vendorRenamed(AdminResponse.VendorRow(row.vendor, row.identifier))
        case .inviteSeller, .inviteVendor, .listInvitations, .revokeInvitation: return try await invitations(request)
        case .eraseProduct(let id, let reason, let decidesReports):
            let product = try await deleteProduct.erase(Product.ID(rawValue: id), reason: reason, by: recentProof)
            if decidesReports {
                try await moderate.decideReports(about: .product(product.id), .upheld, reason: reason, by: proof)
            }
            logger.erased(product, by: proof)
            let others = try await moderate.listings(sharingImagesOf: product, for: proof)
            return .productErased(id, othersWithItsImages: others.map(\.rawValue))
        case .setSecret(let id, let secret):
            try await operations.setSecret(secret, of: Product.ID(rawValue: id))
            log("password replaced", ["product": "\(id)"])
            return .secretSet
        case .listReports, .showReport, .decideReport, .hideProduct, .removeProduct, .askForChange, .giveBackProduct,
            .listWaiting, .approveProduct, .setLocked, .listBlockedContacts, .setContactBlocked,
            .moderationLog:
            return try await moderation(request)
        case .market(let request): return try await response(to: request)
        case .listOperators, .addOperator, .removeOperator, .linkOperator, .makeFeed, .endFeed, .makeKey, .listKeys,
            .endKey,
            .listSessions, .endSession:
            return try await operators(request)
        case .listCategories:
            break
        case .addCategory(let slug, let koreanName, let englishName, let parent):
            try await categories.add(slug, koreanName: koreanName, englishName: englishName, in: parent)
            log("category added", ["category": "\(slug)"])
        case .renameCategory(let slug, let koreanName, let englishName):
            try await categories.rename(slug, koreanName: koreanName, englishName: englishName)
            log("category renamed", ["category": "\(slug)"])
        case .moveCategory(let slug, let parent):
            try await categories.move(slug, to: parent)
            log("category moved", ["category": "\(slug)"])
        case .removeCategory(let slug):
            try await categories.remove(slug)
            log("category removed", ["category": "\(slug)"])
        }
        return try await categoryRows()
    }

    private func moderation(_ request: AdminRequest) async throws -> AdminResponse {
        switch request {
        case .listReports(let isOpen):
            return .reports(try await moderate.reports(isOpen: isOpen, for: proof).map { AdminResponse.ReportRow($0) })
        case .showReport(let id):
            guard let found = try await moderate.report(Report.ID(rawValue: id), for: proof) else {
                return Self.noReport(id)
            }
            return .report(AdminResponse.ReportRow(found.report, hold: found.own?.hold))
        case .decideReport(let id, let isUpheld, let reason, let hides, let decidesAll):
            if hides, let found = try await moderate.report(Report.ID(rawValue: id), for: proof),
                case .vendor = found.report.subject
            {
                return .refused("Report \(id) is about seller \(found.report.vendor.rawValue), not about a listing.")
            }
            let outcome = try await moderate.decide(
                Report.ID(rawValue: id),
                isUpheld ? .upheld : .dismissed,
                reason: reason,
                hides: hides,
                decidesAll: decidesAll,
                by: proof
            )
            guard let outcome else { return Self.noReport(id) }
            if outcome.isDecidedNow { log(isUpheld ? "report upheld" : "report dismissed", ["report": "\(id)"]) }
            return .reportDecided(AdminResponse.ReportRow(outcome.report), isDecidedNow: outcome.isDecidedNow)
        case .hideProduct(let id, let reason, let decidesReports):
            if try await hold(id, .hidden, reason, decidesReports: decidesReports) {
                return .productWasAlready(id, state: "hidden")
            }
            return .productHidden(id)
        case .askForChange(let id, let reason):
            if try await hold(id, .changeAsked, reason) { return .productWasAlready(id, state: "waiting for a change") }
            return .changeAsked(id)
        case .removeProduct(let id, let reason, let decidesReports):
            if try await hold(id, .removed, reason, decidesReports: decidesReports) {
                return .productWasAlready(id, state: "removed")
            }
            return .productRemoved(id)
        case .giveBackProduct(let id, let reason, let decidesReports):
            let isGivenBack = try await moderate.giveBack(
                Product.ID(rawValue: id),
                reason: reason,
                decidesReports: decidesReports,
                by: proof
            )
            guard isGivenBack else {
                return .refused("Product \(id) isn't hidden by the operator or by reports, or its seller is blocked.")
            }
            log("product given back", ["product": "\(id)"])
            return .productGivenBack(id)
        case .listWaiting:
            var all: [ModeratedListing] = []
            while true {
                let page = try await moderate.listings(.waiting, after: all.last?.product.id, for: proof)
                all += page
                if page.count < ModerateListings.pageSize { break }
            }
            return .waiting(all.map { AdminResponse.WaitingRow($0.product) })
        case .approveProduct(let id):
            guard try await moderate.approve(Product.ID(rawValue: id), by: proof) else {
                return .refused("Product \(id) doesn't wait for approval, or its seller is blocked.")
            }
            log("product approved", ["product": "\(id)"])
            return .productApproved(id)
        case .listBlockedContacts:
            var all: [BlockedContact] = []
            while true {
                let page = try await moderate.blockedContacts(after: all.last?.key, for: proof)
                all += page
                if page.count < ModerateListings.pageSize { break }
            }
            return .blockedContacts(
                all.map {
                    .init(
                        contact: $0.key.text,
                        reason: $0.reason,
                        by: $0.operatorName,
                        blockedAt: $0.createdAt.rowText
                    )
                }
            )
        case .setContactBlocked(let contact, let isBlocked, let reason):
            guard try await moderate.setBlocked(isBlocked, contact: contact, reason: reason, by: proof) else {
                return .refused("'\(contact)' \(isBlocked ? "is no contact, or is blocked already" : "isn't blocked").")
            }
            log(isBlocked ? "contact blocked" : "contact unblocked", [:])
            return .contactBlocked(contact, isBlocked: isBlocked)
        case .setLocked(let id, let isLocked, let reason):
            let wasLocked = try await moderate.listing(Product.ID(rawValue: id), for: proof).lock != nil
            guard try await moderate.setLocked(isLocked, Product.ID(rawValue: id), reason: reason, by: proof) else {
                return .refused("Product \(id) isn't locked.")
            }
            log(isLocked ? "product locked" : "product unlocked", ["product": "\(id)"])
            if isLocked, wasLocked { return .productWasAlready(id, state: "locked") }
            return .productLocked(id, isLocked: isLocked)
        case .moderationLog(let limit):
            return .moderationLog(try await moderate.log(limit: limit, for: proof).map { AdminResponse.LogRow($0) })
        default: return .refused("That's no request about reports.")
        }
    }

    /// Hides or removes a listing.
    ///
    /// - Returns: whether it was held in the same way already.
    private func hold(
        _ number: Int64,
        _ act: OperatorHold,
        _ reason: String,
        decidesReports: Bool = false
    ) async throws -> Bool {
        let id = Product.ID(rawValue: number)
        let before = try await moderate.listing(id, for: proof).hold
        try await moderate.hold(id, act, reason: reason, decidesReports: decidesReports, by: proof)
        log("\(act.sentence)", ["product": "\(number)"])
        return before?.kind == act.kind
    }

    private func invitations(_ request: AdminRequest) async throws -> AdminResponse {
        let made: (invitation: Invitation, token: String)
        switch request {
        case .inviteSeller(let name): made = try await inviteSellers.invite(name, by: proof)
        case .inviteVendor(let id): made = try await inviteSellers.invite(Vendor.ID(rawValue: id), by: proof)
        case .listInvitations:
            var all: [Invitation] = []
            while true {
                let page = try await inviteSellers.invitations(after: all.last?.id, for: proof)
                all += page
                if page.count < InviteSellers.pageSize { break }
            }
            return .invitations(all.map { AdminResponse.InvitationRow($0, at: clock.now) })
        case .revokeInvitation(let id):
            guard try await inviteSellers.revoke(Invitation.ID(rawValue: id), by: proof) else {
                throw MarketError.operators(.invitationEnded)
            }
            log("invitation revoked", ["invitation": "\(id)"])
            return .invitationRevoked(id)
        default: return .refused("That's no request about invitations.")
        }
        log("seller invited", ["invitation": "\(made.invitation.id.rawValue)"])
        return .invitation(
            AdminResponse.InvitationRow(made.invitation, at: clock.now),
            address: address(of: .invitation(token: made.token))
        )
    }

    private func operators(_ request: AdminRequest) async throws -> AdminResponse {
        switch request {
        case .listOperators:
            return .operators(
                try await manageOperators.all(for: proof).map {
                    .init(name: $0.name, role: $0.role.rawValue, addedAt: $0.createdAt.rowText)
                }
            )
        case .addOperator(let name, let isModerator):
            let role = isModerator ? Operator.Role.moderator : .operator
            let (added, link) = try await manageOperators.add(name, role, by: recentProof)
            log("operator added", ["name": "\(added.name)"])
            return .operatorLink(name: added.name, address: address(of: .signIn(token: link)))
        case .removeOperator(let name):
            try await manageOperators.remove(name, by: recentProof)
            log("operator removed", ["name": "\(name)"])
            return .operatorRemoved(name: name)
        case .linkOperator(let asked):
            let names = try await manageOperators.all(for: proof).map(\.name)
            if asked == nil, names.isEmpty, let link = try await operatorAuthenticator.makeFirstLink() {
                return .operatorLink(name: OperatorAuthenticator.firstName, address: address(of: .signIn(token: link)))
            }
            guard let name = asked ?? (names.count == 1 ? names.first : nil) else {
                return .refused("Say for whom: \(names.joined(separator: ", ")).")
            }
            let link = try await operatorAuthenticator.makeLink(for: name, by: recentProof)
            log("link for operator made", ["name": "\(name)"])
            return .operatorLink(name: name, address: address(of: .signIn(token: link)))
        case .makeFeed(let name, let language):
            let token = try await operatorAuthenticator.makeFeed(for: name, by: proof)
            log("feed made", ["name": "\(name)"])
            return .feed(name: name, address: address(of: .operatorFeed(token: token, language: language)))
        case .endFeed(let name):
            guard try await manageOperators.endFeed(of: name, by: proof) else {
                return .refused("\(name) has no feed.")
            }
            log("feed ended", ["name": "\(name)"])
            return .feedEnded(name: name)
        case .makeKey(let holder, let name):
            let (key, token) = try await operatorAuthenticator.makeKey(named: name, for: holder, by: recentProof)
            log("key made", ["name": "\(key.name)", "operator": "\(holder)"])
            return .key(AdminResponse.KeyRow(key), token: token)
        case .listKeys: return .keys(try await manageOperators.keys(for: proof).map { AdminResponse.KeyRow($0) })
        case .endKey(let id):
            guard try await manageOperators.endKey(OperatorKey.ID(rawValue: id), by: proof) else {
                return .refused("There's no key \(id).")
            }
            log("key ended", ["key": "\(id)"])
            return .keyEnded(id)
        case .listSessions:
            return .sessions(
                try await manageOperators.sessions(for: proof).map { session in
                    AdminResponse.SessionRow(
                        id: session.id.rawValue,
                        name: session.holder.name,
                        browser: InterfaceTexts(language: .english)
                            .browser(session.browser.application, on: session.browser.system),
                        startedAt: session.createdAt.rowText,
                        usedAt: session.usedAt.rowText
                    )
                }
            )
        case .endSession(let id):
            guard try await manageOperators.end(OperatorSession.ID(rawValue: id), by: proof) else {
                return .refused("There's no session \(id).")
            }
            log("session ended", ["session": "\(id)"])
            return .sessionEnded(id)
        default: return .refused("That's no request about operators.")
        }
    }

    private func address(of link: PageLink) -> String { origin + webApp.path(of: link) }

    private static func noReport(_ id: Int64) -> AdminResponse { .refused("There's no report \(id).") }

    /// Writes down what the operator has changed.
    func log(_ message: Logger.Message, _ metadata: Logger.Metadata) {
        logger.changed(message, metadata, by: proof)
    }

    private func categoryRows() async throws -> AdminResponse {
        let (tree, counts) = try await categories.all()
        return .categories(
            tree.categories.map { category in
                AdminResponse.CategoryRow(
                    slug: category.slug,
                    koreanName: category.koreanName,
                    englishName: category.englishName,
                    parent: tree.parent(of: category)?.slug,
                    productCount: tree.total(of: category, in: counts)
                )
            }
        )
    }
}

extension AdminResponse.VendorRow {
    init(_ vendor: Vendor, _ identifier: VendorIdentifier) {
        self.init(
            id: vendor.id.rawValue,
            name: vendor.name,
            identifier: identifier.text,
            isBlocked: vendor.isBlocked,
            blockEndsAt: vendor.blockEndsAt?.rowText
        )
    }
}

extension AdminResponse.KeyRow {
    init(_ key: OperatorKey) {
        self.init(
            id: key.id.rawValue,
            name: key.name,
            by: key.holder.name,
            role: key.holder.role.rawValue,
            madeAt: key.createdAt.rowText
        )
    }
}

extension AdminResponse.RelatedRow {
    init(_ related: RelatedSeller) {
        self.init(
            id: related.vendor.id.rawValue,
            name: related.vendor.name,
            isBlocked: related.vendor.isBlocked,
            same: related.links.map(\.rawValue).sorted()
        )
    }
}

extension AdminResponse.InvitationRow {
    init(_ invitation: Invitation, at now: Timestamp) {
        self.init(
            id: invitation.id.rawValue,
            vendor: invitation.vendor.id.rawValue,
            name: invitation.vendor.name,
            state: invitation.state(at: now).rawValue,
            by: invitation.operatorName,
            createdAt: invitation.createdAt.rowText,
            endsAt: invitation.endsAt.rowText
        )
    }
}
