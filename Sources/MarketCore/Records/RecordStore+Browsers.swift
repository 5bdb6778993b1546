package import MarketModels

extension RecordStore {
    public func addBrowser(
        _ browser: SellerBrowser,
        of owner: RightsOwner
    ) async throws(MarketError) -> RightsOwner {
        try await writeRecords { try $0.browsers.add(browser, of: owner) }
    }

    public func owner(of browser: BrowserDigest) async throws(MarketError) -> RightsOwner? {
        try await readRecords { try $0.browsers.owner(of: browser) }
    }

    public func holdsRight(_ owner: RightsOwner, for id: Product.ID) async throws(MarketError) -> Bool {
        try await readRecords { try $0.browsers.holdsRight(owner, for: id) }
    }

    public func holdsRight(
        _ owner: RightsOwner,
        ofVendor vendor: Vendor.ID
    ) async throws(MarketError) -> Bool {
        try await readRecords { try $0.browsers.holdsRight(owner, ofVendor: vendor) }
    }

    public func vendorWithoutProducts(
        identifiedBy identifier: VendorIdentifier,
        heldBy browser: BrowserDigest
    ) async throws(MarketError) -> Vendor.ID? {
        try await readRecords { try $0.browsers.vendorWithoutProducts(identifiedBy: identifier, heldBy: browser) }
    }

    public func browsers(of proof: BrowserProof, limit: Int) async throws(MarketError) -> [SellerBrowser] {
        try await readRecords { try $0.browsers.browsers(of: proof.owner, limit: limit) }
    }

    public func endBrowser(_ browser: BrowserDigest, of proof: BrowserProof) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.browsers.end(browser, of: proof.owner) }
    }

    public func endOtherBrowsers(of proof: BrowserProof) async throws(MarketError) -> Bool {
        try await writeRecords { try $0.browsers.endOthers(than: proof.browser, of: proof.owner) }
    }

    public func replaceIdentifier(
        of proof: VendorProof,
        with identifier: VendorIdentifier
    ) async throws(MarketError) {
        try await writeRecords { try $0.browsers.replaceIdentifier(of: proof.vendor, with: identifier) }
    }
}
