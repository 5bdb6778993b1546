package import Logging
import MarketAPI
package import MarketCore
import MarketModels

/// The service that performs administrative requests, inside the server or, when none is running, in the command
/// itself.
public struct AdminService: Sendable {
    static let largestRequestedID: Int64 = 1_000_000_000

    let services: MarketServices
    private let webApp: any WebApp
    private let origin: @Sendable () -> String
    let logger: Logger

    /// Whoever reaches this service may open the data folder or the database.
    let proof = OperatorAuthenticator.commandLine
    let recentProof = OperatorAuthenticator.recentCommandLine

    /// - Parameters:
    ///   - webApp: knows the pages that links open.
    ///   - origin: how links to the market begin; empty if that isn't known. Asked anew for each link.
    ///   - logger: gets a line for each request that has changed something.
    package init(
        services: MarketServices,
        webApp: any WebApp,
        origin: @autoclosure @escaping @Sendable () -> String = "",
        logger: Logger = Logger(label: "openmarket")
    ) {
        self.services = services
        self.webApp = webApp
        self.origin = origin
        self.logger = logger
    }

    var moderate: ModerateListings { services.moderateListings }
    var profile: EditProfile { services.editProfile }

    public func perform(_ request: AdminRequest) async -> AdminResponse {
        do {
            return try await response(to: request)
        } catch {
            switch error {
            case is EditCategories.Problem, is EditProfile.Problem, is EditLogo.Problem: return .refused("\(error)")
            // Others are told to let the operator know.
            case MarketError.storageFull:
                return .refused(
                    "The market's disk is full, so nothing was saved. Free up some space and run the command again."
                )
            case MarketError.damaged: return .refused("The market's data is damaged. Run 'openmarket check'.")
            case MarketError.readOnly:
                return .refused("The market's data is damaged, so nothing was saved. Run 'openmarket check'.")
            default: return .refused(ErrorTranslator().translate(error, language: .english).response.message)
            }
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
            let outcome = try await services.adminOperations.addVendor(
                name: name,
                identifier: identifier,
                id: id.map { Vendor.ID(rawValue: $0) }
            )
            guard let outcome else { return .refused("The id \(id ?? 0) belongs to another vendor.") }
            let vendor = "\(outcome.vendor.id.rawValue), \(outcome.vendor.name)"
            guard outcome.isNew else { return .done(["Vendor \(vendor), already has that identifier."]) }
            log("vendor added", ["vendor": "\(outcome.vendor.id.rawValue)"])
            return .done(["Added vendor \(vendor), with the identifier \(identifier.text)."])
        case .addKnownVendors: return try await addKnownVendors()
        case .listVendors:
            let all = try await services.store.vendors()
            return .vendors(all.map { AdminResponse.VendorRow($0.vendor, $0.identifier) })
        case .showVendor(let id):
            guard let row = try await services.adminOperations.vendor(Vendor.ID(rawValue: id)) else {
                return .refused("There's no vendor \(id).")
            }
            let related = try await services.store.relatedSellers(of: row.vendor.id, for: proof)
            return .vendor(
                AdminResponse.VendorRow(row.vendor, row.identifier),
                related: related.map { AdminResponse.RelatedRow($0) }
            )
        case .setBlocked(let id, let isBlocked, let days, let reason, let decidesReports):
            // Guests, who have no identifier, share one vendor, and it can't be blocked for one of them.
            guard let known = try await services.adminOperations.vendor(Vendor.ID(rawValue: id))?.vendor,
                let vendor = try await moderate.setBlocked(
                    isBlocked,
                    days: days,
                    vendor: known.id,
                    reason: reason,
                    decidesReports: decidesReports,
                    by: proof
                )
            else { return .refused("There's no vendor \(id).") }
            log(isBlocked ? "vendor blocked" : "vendor unblocked", ["vendor": "\(id)"])
            let until = vendor.blockEndsAt.map { " until \($0.responseText)" } ?? ""
            let blocked = "can't list anything now, and its listings are hidden\(until)"
            return .done(["Vendor \(id), \(vendor.name), \(vendor.isBlocked ? blocked : "can list again")."])
        case .findProduct(let id):
            return .product(name: try await services.showProduct.shown(Product.ID(rawValue: id))?.listing.name)
        case .renameVendor(let id, let name, let reason):
            guard
                let vendor = try await moderate.rename(
                    Vendor.ID(rawValue: id),
                    to: name,
                    reason: reason,
                    by: proof
                )
            else { return .refused("There's no vendor \(id).") }
            log("vendor renamed", ["vendor": "\(id)"])
            return .done(["Vendor \(id) is called \(vendor.name) now."])
        case .invitations(let request): return try await response(to: request)
        case .eraseProduct(let id, let reason, let decidesReports):
            let product = Product.ID(rawValue: id)
            let erased = try await services.deleteProduct.erase(product, reason: reason, by: recentProof)
            if decidesReports {
                try await moderate.decideReports(about: .product(product), .upheld, reason: reason, by: proof)
            }
            logger.erased(erased, by: proof)
            let others = try await moderate.listings(sharingImagesOf: erased, for: proof)
            let leavesImages = await services.deleteProduct.leavesImages(of: erased)
            let images = leavesImages ? "" : ", with its pictures"
            var lines = ["Product \(id) is erased\(images). Backups from before still have it."]
            if !others.isEmpty {
                let ids = others.map { String($0.rawValue) }.joined(separator: " ")
                lines.append("These products show the same pictures, which stay until they are erased, too: \(ids)")
            }
            return .done(lines, note: leavesImages ? Self.imagesAreLeft : nil)
        case .setSecret(let id, let secret):
            try await services.adminOperations.setSecret(secret, of: Product.ID(rawValue: id))
            log("password replaced", ["product": "\(id)"])
            return .done(["The product has a new password."])
        case .moderation(let request): return try await response(to: request)
        case .market(let request): return try await response(to: request)
        case .operators(let request): return try await response(to: request)
        case .listCategories:
            break
        case .addCategory(let slug, let names, let parent):
            try await services.editCategories.add(slug, names: names, in: parent)
            log("category added", ["category": "\(slug)"])
        case .renameCategory(let slug, let names):
            try await services.editCategories.rename(slug, names: names)
            log("category renamed", ["category": "\(slug)"])
        case .moveCategory(let slug, let parent):
            try await services.editCategories.move(slug, to: parent)
            log("category moved", ["category": "\(slug)"])
        case .removeCategory(let slug):
            try await services.editCategories.remove(slug)
            log("category removed", ["category": "\(slug)"])
        }
        return try await categoryRows()
    }

    private static let imagesAreLeft = """
        Its pictures couldn't be removed yet, and nobody is shown them. The server removes them as soon as their storage lets \
        it: it tries at its start and every minute.
        """

    private func addKnownVendors() async throws -> AdminResponse {
        // An app whose built-in id or identifier somebody else has won't work.
        var isTaken = false
        let lines = try await services.adminOperations.addKnownVendors().map { known, outcome in
            let (id, identifier) = (known.id.rawValue, known.identifier)
            switch outcome {
            case let outcome? where outcome.isNew:
                log("vendor added", ["vendor": "\(id)"])
                return "Added vendor \(id) with the identifier \(identifier)."
            case let outcome? where outcome.vendor.id == known.id: return "Vendor \(id) already exists."
            case let outcome?:
                isTaken = true
                return """
                    The identifier \(identifier) belongs to vendor \(outcome.vendor.id.rawValue), not \(id), so its app won't \
                    show Edit.
                    """
            case nil:
                isTaken = true
                return "The id \(id) belongs to another vendor, so the app that has it built in won't show Edit."
            }
        }
        return isTaken ? .partlyDone(lines) : .done(lines)
    }

    func address(of link: PageLink) -> String { origin() + webApp.path(of: link) }

    /// Writes down what the operator has changed.
    func log(_ message: Logger.Message, _ metadata: Logger.Metadata) {
        logger.changed(message, metadata, by: proof)
    }

    private func categoryRows() async throws -> AdminResponse {
        let (tree, counts) = try await services.editCategories.all()
        return .categories(
            tree.categories.map { category in
                AdminResponse.CategoryRow(
                    slug: category.slug,
                    names: category.names,
                    parent: tree.parent(of: category)?.slug,
                    productCount: tree.total(of: category, in: counts)
                )
            }
        )
    }
}
