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

    public init(services: MarketServices) {
        operations = services.adminOperations
        deleteProduct = services.deleteProduct
    }

    public func perform(_ request: AdminRequest) async -> AdminResponse {
        do {
            return try await response(to: request)
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
                let row = try await operations.vendors().first(where: { $0.vendor.id.rawValue == id })
            else { return .refused("There's no vendor \(id).") }
            return .vendorChanged(AdminResponse.VendorRow(row.vendor, row.identifier))
        case .removeProduct(let id):
            let product = try await deleteProduct.remove(Product.ID(rawValue: id))
            return .productRemoved(id: id, name: product.listing.name)
        case .setSecret(let id, let secret):
            try await operations.setSecret(secret, of: Product.ID(rawValue: id))
            return .secretSet
        }
    }
}

extension AdminResponse.VendorRow {
    init(_ vendor: Vendor, _ identifier: VendorIdentifier) {
        self.init(id: vendor.id.rawValue, name: vendor.name, identifier: identifier.text, isBlocked: vendor.isBlocked)
    }
}
