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
            let row = AdminResponse.VendorRow(outcome.vendor, identifier)
            if outcome.isNew { log("vendor added", ["vendor": "\(row.id)"]) }
            return outcome.isNew ? .vendorAdded(row) : .vendorKnown(row)
        case .addKnownVendors:
            return .vendorOutcomes(
                try await services.adminOperations.addKnownVendors().map { known, outcome in
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
            guard let row = try await services.adminOperations.vendor(Vendor.ID(rawValue: id)),
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
            return .product(name: try await services.showProduct.shown(Product.ID(rawValue: id))?.listing.name)
        case .renameVendor(let id, let name, let reason):
            guard try await moderate.rename(Vendor.ID(rawValue: id), to: name, reason: reason, by: proof) != nil,
                let row = try await services.adminOperations.vendor(Vendor.ID(rawValue: id))
            else { return .refused("There's no vendor \(id).") }
            log("vendor renamed", ["vendor": "\(id)"])
            return .vendorRenamed(AdminResponse.VendorRow(row.vendor, row.identifier))
        case .invitations(let request): return try await response(to: request)
        case .eraseProduct(let id, let reason, let decidesReports):
            let product = Product.ID(rawValue: id)
            let erased = try await services.deleteProduct.erase(product, reason: reason, by: recentProof)
            if decidesReports {
                try await moderate.decideReports(about: .product(product), .upheld, reason: reason, by: proof)
            }
            logger.erased(erased, by: proof)
            let others = try await moderate.listings(sharingImagesOf: erased, for: proof)
            return .productErased(
                id,
                othersWithItsImages: others.map(\.rawValue),
                leavesImages: await services.deleteProduct.leavesImages(of: erased)
            )
        case .setSecret(let id, let secret):
            try await services.adminOperations.setSecret(secret, of: Product.ID(rawValue: id))
            log("password replaced", ["product": "\(id)"])
            return .secretSet
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
