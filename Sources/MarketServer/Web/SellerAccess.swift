import Hummingbird
import MarketCore
import MarketModels

/// Tells whether a browser may see a product as its seller: it holds the right for it, or has proved its password within
/// the hour.
struct SellerAccess: Sendable {
    let rights: ListingRights
    let tickets: EditTickets
    let showProduct: ShowProduct

    func isSeller(_ visitor: Visitor, of id: Product.ID) async throws(MarketError) -> Bool {
        if let browser = visitor.browser, try await rights.isHeld(by: browser, for: id) { return true }
        guard let ticket = visitor.ticket else { return false }
        return try await tickets.grant(ticket, for: id) != nil
    }

    /// Returns whether this browser may see a product: everybody may unless it is hidden or expired.
    func shows(_ product: Product, to visitor: Visitor) async throws(MarketError) -> Bool {
        if product.state.isPublic { return true }
        return try await isSeller(visitor, of: product.id)
    }

    /// Returns a product that everybody may see, or that this browser may see as the seller, and whether it is the seller.
    ///
    /// - Throws: For others, ``MarketError/deletedProduct`` for a hidden or expired product.
    func product(_ id: Product.ID, for visitor: Visitor) async throws(MarketError) -> (product: Product, isSeller: Bool)
    {
        let (product, _) = try await showProduct.inAnyState(id)
        let isSeller = try await isSeller(visitor, of: id)
        guard isSeller || product.state.isPublic else { throw .deletedProduct }
        return (product, isSeller)
    }
}

extension Response {
    /// The response, kept out of every cache, and its address out of every request that follows: it has a secret in it.
    var withSecretAddress: Response {
        var response = forSellerOnly
        response.headers[.referrerPolicy] = "no-referrer"
        return response
    }

    /// The response, kept out of every cache: it is for the seller only.
    var forSellerOnly: Response {
        var response = self
        response.headers[.cacheControl] = "private, no-store"
        return response
    }
}
