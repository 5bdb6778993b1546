public import MarketModels

/// A store of rights to change the state of a listing.
public protocol ListingRightStore: Sendable {
    /// Stores a right if the product still has the secret that the right was issued for. Of more than
    /// ``ListingRight/maximumCountPerProduct`` rights of a product, the oldest end; one that is stored again is the newest.
    /// A product has one link at most: another one ends it. It doesn't change the revision.
    ///
    /// - Returns: whether the right was stored.
    func addRight(_ right: ListingRight, issuedFor hash: SecretHash) async throws(MarketError) -> Bool

    /// Returns a right, or nil if there is none with this hash.
    func right(_ hash: RightHash) async throws(MarketError) -> ListingRight?

    /// Returns whether a browser holds the right for any of a vendor's products.
    func holdsRight(_ browser: BrowserDigest, ofVendor vendor: Vendor.ID) async throws(MarketError) -> Bool

    /// Returns the right of a product's link, or nil if it has none.
    func link(of id: Product.ID) async throws(MarketError) -> ListingRight?

    /// Ends rights of a product.
    ///
    /// - Parameter hash: the only right to end, or nil for all of them.
    func removeRights(of id: Product.ID, only hash: RightHash?) async throws(MarketError)
}
