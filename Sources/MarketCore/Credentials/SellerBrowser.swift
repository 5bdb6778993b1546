public import MarketModels

/// A browser from which somebody manages listings, with what its seller recognises it by.
///
/// Browsers to which an identity was given by a link share their rights: these belong to the owner, a random name that no
/// browser knows. So each has a key of its own, and can be ended without the others.
public struct SellerBrowser: Hashable, Sendable {
    public let digest: BrowserDigest
    public let name: BrowserName
    public let createdAt: Timestamp

    public init(digest: BrowserDigest, name: BrowserName, createdAt: Timestamp) {
        self.digest = digest
        self.name = name
        self.createdAt = createdAt
    }
}

/// To whom the rights of one or several browsers belong.
public struct RightsOwner: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A store of the browsers of sellers. None of this changes the revision.
public protocol SellerBrowserStore: Sendable {
    /// Stores a browser, unless it is there.
    ///
    /// - Returns: to whom its rights belong: the given owner, or the one that it has already.
    func addBrowser(_ browser: SellerBrowser, of owner: RightsOwner) async throws(MarketError) -> RightsOwner

    /// Returns to whom the rights of a browser belong; nil if it has none, or was ended.
    func owner(of browser: BrowserDigest) async throws(MarketError) -> RightsOwner?

    /// Returns whether an owner holds the right for a product.
    func holdsRight(_ owner: RightsOwner, for id: Product.ID) async throws(MarketError) -> Bool

    /// Returns whether an owner holds the right for any of a vendor's products.
    func holdsRight(_ owner: RightsOwner, ofVendor vendor: Vendor.ID) async throws(MarketError) -> Bool

    /// Returns the vendor with an identifier who has no product any more, if a browser held the right for one when it was deleted. Of
    /// the vendors of such products, only the last one is known.
    ///
    /// - Returns: nil if there is no such vendor, or they have products.
    func vendorWithoutProducts(
        identifiedBy identifier: VendorIdentifier,
        heldBy browser: BrowserDigest
    ) async throws(MarketError) -> Vendor.ID?

    /// Returns the browsers of the owner, and others that hold the right for any of the same products, the newest first.
    func browsers(of proof: BrowserProof, limit: Int) async throws(MarketError) -> [SellerBrowser]

    /// Ends a browser: one of the same owner loses all rights, another one those for products of this owner.
    ///
    /// - Returns: whether there was one.
    func endBrowser(_ browser: BrowserDigest, of proof: BrowserProof) async throws(MarketError) -> Bool

    /// Ends all other browsers, and also the links and the rights of programs for the owner's products.
    ///
    /// - Returns: whether there was anything to end.
    func endOtherBrowsers(of proof: BrowserProof) async throws(MarketError) -> Bool

    /// Gives a vendor another identifier, so that whoever knows the former one doesn't list under the vendor's name any more.
    func replaceIdentifier(of proof: VendorProof, with identifier: VendorIdentifier) async throws(MarketError)
}
