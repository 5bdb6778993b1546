public import MarketModels

/// The browsers of sellers. None of this changes the revision.
extension ProductStore {
    /// Stores a browser, unless it is there.
    ///
    /// - Returns: to whom its rights belong: the given owner, or the one that it has already.
    public func addBrowser(
        _ browser: SellerBrowser,
        of owner: RightsOwner
    ) async throws(MarketError) -> RightsOwner {
        try await writeRecords { try $0.browsers.add(browser, of: owner) }
    }

    /// Returns to whom the rights of a browser belong; nil if it has none, or was ended.
    public func owner(of browser: BrowserDigest) async throws(MarketError) -> RightsOwner? {
        try await readRecords { try $0.browsers.owner(of: browser) }
    }

    /// Returns whether an owner holds the right for a product.
    public func holdsRight(_ owner: RightsOwner, for id: Product.ID) async throws(MarketError) -> Bool {
        try await readRecords { try $0.browsers.holdsRight(owner, for: id) }
    }

    /// Returns whether an owner holds the right for any of a vendor's products.
    public func holdsRight(
        _ owner: RightsOwner,
        ofVendor vendor: Vendor.ID
    ) async throws(MarketError) -> Bool {
        try await readRecords { try $0.browsers.holdsRight(owner, ofVendor: vendor) }
    }

    /// Returns the vendor with an identifier who has no product any more, if a browser held the right for one when it was deleted. Of
    /// the vendors of such products, only the last one is known.
    ///
    /// - Returns: nil if there is no such vendor, or they have products.
    public func vendorWithoutProducts(
        identifiedBy identifier: VendorIdentifier,
        heldBy browser: BrowserDigest
    ) async throws(MarketError) -> Vendor.ID? {
        try await readRecords { try $0.browsers.vendorWithoutProducts(identifiedBy: identifier, heldBy: browser) }
    }

    /// Returns the browsers of the owner, and others that hold the right for any of the same products, the newest first.
    public func browsers(of proof: BrowserProof, limit: Int) async throws(MarketError) -> [SellerBrowser] {
        try await readRecords { try $0.browsers.browsers(of: proof.owner, limit: limit) }
    }

    /// Ends a browser: one of the same owner loses all rights, another one those for products of this owner.
    ///
    /// - Returns: whether there was one.
    public func endBrowser(_ browser: BrowserDigest, of proof: BrowserProof) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.browsers.end(browser, of: proof.owner) }
    }

    /// Ends all other browsers, and also the links and the rights of programs for the owner's products.
    ///
    /// - Returns: whether there was anything to end.
    public func endOtherBrowsers(of proof: BrowserProof) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.browsers.endOthers(than: proof.browser, of: proof.owner) }
    }

    /// Gives a vendor another identifier, so that whoever knows the former one doesn't list under the vendor's name any more.
    public func replaceIdentifier(
        of proof: VendorProof,
        with identifier: VendorIdentifier
    ) async throws(MarketError) {
        try await writeRecords { try $0.browsers.replaceIdentifier(of: proof.vendor, with: identifier) }
    }
}
