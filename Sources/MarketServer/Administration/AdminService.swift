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
    private let categories: EditCategories

    public init(services: MarketServices) {
        operations = services.adminOperations
        deleteProduct = services.deleteProduct
        categories = services.editCategories
    }

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
        case .addKnownVendors:
            return .vendorOutcomes(
                try await operations.addKnownVendors().map { known, outcome in
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
        case .setBlocked(let id, let isBlocked):
            guard try await operations.setBlocked(isBlocked, vendor: Vendor.ID(rawValue: id)) != nil,
                let row = try await operations.vendor(Vendor.ID(rawValue: id))
            else { return .refused("There's no vendor \(id).") }
            return .vendorChanged(AdminResponse.VendorRow(row.vendor, row.identifier))
        case .renameVendor(let id, let name):
            guard try await operations.renameVendor(Vendor.ID(rawValue: id), to: name) != nil,
                let row = try await operations.vendor(Vendor.ID(rawValue: id))
            else { return .refused("There's no vendor \(id).") }
            return .vendorRenamed(AdminResponse.VendorRow(row.vendor, row.identifier))
        case .removeProduct(let id):
            let product = try await deleteProduct.remove(Product.ID(rawValue: id))
            return .productRemoved(id: id, name: product.listing.name)
        case .setSecret(let id, let secret):
            try await operations.setSecret(secret, of: Product.ID(rawValue: id))
            return .secretSet
        case .listCategories:
            break
        case .addCategory(let slug, let koreanName, let englishName, let parent):
            try await categories.add(slug, koreanName: koreanName, englishName: englishName, in: parent)
        case .renameCategory(let slug, let koreanName, let englishName):
            try await categories.rename(slug, koreanName: koreanName, englishName: englishName)
        case .moveCategory(let slug, let parent):
            try await categories.move(slug, to: parent)
        case .removeCategory(let slug):
            try await categories.remove(slug)
        }
        return try await categoryRows()
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
