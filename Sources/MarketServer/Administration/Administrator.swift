import MarketAPI
import MarketCore
import MarketModels
import MarketTexts

/// Carries out what whoever runs the market asks, inside the server or, when none runs, in the command itself.
public struct Administrator: Sendable {
    static let largestWish: Int64 = 1_000_000_000

    private let run: RunMarket
    private let withdraw: WithdrawProduct

    public init(services: MarketServices) {
        run = services.run
        withdraw = services.withdraw
    }

    public func perform(_ request: AdminRequest) async -> AdminReply {
        do {
            return try await answer(to: request)
        } catch {
            return .refused(ErrorTranslator().translate(error, language: .english).answer.message)
        }
    }

    private func answer(to request: AdminRequest) async throws -> AdminReply {
        switch request {
        case .addVendor(let name, let text, let id):
            guard let identifier = VendorIdentifier(text) else {
                return .refused("'\(text)' isn't an identifier. Give a UUID.")
            }
            // A wish near the end of the numbers would leave no ids for those who come after.
            guard id.map({ 1...Self.largestWish ~= $0 }) ?? true else {
                return .refused("A vendor's id must be from 1 to \(Self.largestWish).")
            }
            let outcome = try await run.addVendor(
                name: name,
                identifier: identifier,
                id: id.map { Vendor.ID(rawValue: $0) }
            )
            guard let outcome else { return .refused("The id \(id ?? 0) belongs to another vendor.") }
            let row = AdminReply.VendorRow(outcome.vendor, identifier)
            return outcome.isNew ? .vendorAdded(row) : .vendorKnown(row)
        case .addKnownVendors:
            return .vendorOutcomes(
                try await run.addKnownVendors().map { facts, outcome in
                    let kind: AdminReply.VendorOutcome.Kind =
                        switch outcome {
                        case nil: .idTaken
                        case let outcome? where outcome.isNew: .added
                        case let outcome? where outcome.vendor.id == facts.id: .known
                        case let outcome?: .identifierTaken(by: outcome.vendor.id.rawValue)
                        }
                    return .init(id: facts.id.rawValue, identifier: facts.identifier, kind: kind)
                }
            )
        case .listVendors:
            return .vendors(try await run.vendors().map { AdminReply.VendorRow($0.vendor, $0.identifier) })
        case .setBlocked(let id, let isBlocked):
            guard try await run.setBlocked(isBlocked, vendor: Vendor.ID(rawValue: id)) != nil,
                let row = try await run.vendors().first(where: { $0.vendor.id.rawValue == id })
            else { return .refused("There's no vendor \(id).") }
            return .vendorChanged(AdminReply.VendorRow(row.vendor, row.identifier))
        case .removeProduct(let id):
            let product = try await withdraw.remove(Product.ID(rawValue: id))
            return .productRemoved(id: id, name: product.listing.name)
        case .setSecret(let id, let secret):
            try await run.setSecret(secret, of: Product.ID(rawValue: id))
            return .secretSet
        }
    }
}

extension AdminReply.VendorRow {
    init(_ vendor: Vendor, _ identifier: VendorIdentifier) {
        self.init(id: vendor.id.rawValue, name: vendor.name, identifier: identifier.text, isBlocked: vendor.isBlocked)
    }
}
