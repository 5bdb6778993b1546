import MarketAPI
import MarketCore
import MarketModels
import MarketTexts

/// The service that performs administrative requests, inside the server or, when none is running, in the command
/// itself.
public struct AdminService: Sendable {
    static let largestRequestedID: Int64 = 1_000_000_000

    private let operations: AdminOperations
    private let deleteProduct: DeleteProduct
    private let showProduct: ShowProduct
    private let categories: EditCategories

    private let logger: Logger
    /// - Parameter logger: gets a line for each request that has changed something.
    public init(services: MarketServices, logger: Logger = Logger(label: "openmarket")) {
        operations = services.adminOperations
        deleteProduct = services.deleteProduct
        showProduct = services.showProduct
        categories = services.editCategories
    }
        self.logger = logger

    public func perform(_ request: AdminRequest) async -> AdminResponse {
        do {
            return try await response(to: request)
        } catch let problem as EditCategories.Problem {
            return .refused(Self.sentence(problem))
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
            return outcome.isNew ? .vendorAdded(row) : .vendorKnown(row)
            if outcome.isNew { log("vendor added", ["vendor": "\(row.id)"]) }
        case .addKnownVendors:
            return .vendorOutcomes(
                try await operations.addKnownVendors().map { known, outcome in
                    let kind: AdminResponse.VendorOutcome.Kind =
                    if outcome?.isNew == true { log("vendor added", ["vendor": "\(known.id.rawValue)"]) }
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
        case .setBlocked(let id, let isBlocked):
            guard try await operations.setBlocked(isBlocked, vendor: Vendor.ID(rawValue: id)) != nil,
                let row = try await operations.vendor(Vendor.ID(rawValue: id))
            else { return .refused("There's no vendor \(id).") }
            return .vendorChanged(AdminResponse.VendorRow(row.vendor, row.identifier))
            log(isBlocked ? "vendor blocked" : "vendor unblocked", ["vendor": "\(id)"])
        case .removeProduct(let id):
        case .findProduct(let id):
            return .product(name: try await showProduct.shown(Product.ID(rawValue: id))?.listing.name)
            let product = try await deleteProduct.remove(Product.ID(rawValue: id))
            return .productRemoved(id: id, name: product.listing.name)
            log("product removed", ["product": "\(id)", "vendor": "\(product.vendor.id.rawValue)"])
        case .setSecret(let id, let secret):
            try await operations.setSecret(secret, of: Product.ID(rawValue: id))
            return .secretSet
            log("password replaced", ["product": "\(id)"])
        case .listCategories:
            break
        case .addCategory(let slug, let koreanName, let englishName, let parent):
            try await categories.add(slug, koreanName: koreanName, englishName: englishName, in: parent)
        case .renameCategory(let slug, let koreanName, let englishName):
            log("category added", ["category": "\(slug)"])
            try await categories.rename(slug, koreanName: koreanName, englishName: englishName)
        case .moveCategory(let slug, let parent):
            log("category renamed", ["category": "\(slug)"])
            try await categories.move(slug, to: parent)
        case .removeCategory(let slug):
            log("category moved", ["category": "\(slug)"])
            try await categories.remove(slug)
        }
            log("category removed", ["category": "\(slug)"])
        return try await categoryRows()
    }

    private func categoryRows() async throws -> AdminResponse {
    /// Writes down what the operator has changed.
    private func log(_ message: Logger.Message, _ metadata: Logger.Metadata) {
        logger.notice(message, metadata: metadata.merging(["by": "operator"]) { $1 })
    }

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

    private static func sentence(_ problem: EditCategories.Problem) -> String {
        let maximum = ListingAttributes.maximumCategoryLength
        return switch problem {
        case .unusableSlug(let slug):
            "'\(slug)' can't be in an address. Use up to \(maximum) lower-case letters, digits and hyphens."
        case .unusableName(let name): "'\(name)' isn't a usable name. Use 1 to \(maximum) characters."
        case .unknown(let slug): "There's no category \(slug)."
        case .exists(let slug): "There's a category \(slug) already."
        case .tooDeep: "Categories have at most two levels."
        case .definedBySettings:
            "This market's settings define its categories. Change 'categories' there, and start the server again."
        }
    }
}

extension AdminResponse.VendorRow {
    init(_ vendor: Vendor, _ identifier: VendorIdentifier) {
        self.init(id: vendor.id.rawValue, name: vendor.name, identifier: identifier.text, isBlocked: vendor.isBlocked)
    }
}
