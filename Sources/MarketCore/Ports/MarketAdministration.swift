public import MarketModels

/// What only the operator does.
public protocol MarketAdministration: Sendable {
    /// Returns vendors with their identifiers, ordered by id.
    ///
    /// - Parameters:
    ///   - last: the vendor after which the page begins; nil for the first page.
    ///   - limit: the maximum number of vendors on the page, at least 1.
    func vendors(
        after last: Vendor.ID?,
        limit: Int
    ) async throws(MarketError) -> [(vendor: Vendor, identifier: VendorIdentifier)]

    /// Gives a vendor another name, under which its products are found when it returns. A change is logged in the same commit. If it
    /// fails after the name was stored, it can be repeated.
    ///
    /// - Returns: the updated vendor, or nil if there is no such vendor.
    func renameVendor(
        _ id: Vendor.ID,
        to name: String,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Vendor?

    /// Replaces the secret of a product and invalidates the tokens and rights that were issued for the old one.
    ///
    /// - Returns: whether there is such a product.
    func setSecretHash(_ hash: SecretHash, of id: Product.ID) async throws(MarketError) -> Bool

    /// Does the same for an operator, unless the product has another secret than the old one. A change is logged in the same
    /// commit.
    ///
    /// - Returns: whether the secret was replaced.
    func replaceSecretHash(
        _ old: SecretHash,
        with new: SecretHash,
        of id: Product.ID,
        reason: String,
        by proof: OperatorProof,
        at now: Timestamp
    ) async throws(MarketError) -> Bool
}

extension MarketAdministration {
    /// Returns every vendor with its identifier, ordered by id.
    public func vendors() async throws(MarketError) -> [(vendor: Vendor, identifier: VendorIdentifier)] {
        let size = 500
        var all: [(vendor: Vendor, identifier: VendorIdentifier)] = []
        while true {
            let page = try await vendors(after: all.last?.vendor.id, limit: size)
            all += page
            if page.count < size { return all }
        }
    }
}
