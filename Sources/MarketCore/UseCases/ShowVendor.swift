public import MarketModels

/// Shows who sells.
public struct ShowVendor: Sendable {
    private let store: any ProductStore

    public init(store: any ProductStore) {
        self.store = store
    }

    /// - Returns: nil if there is no such vendor.
    public func callAsFunction(_ id: Vendor.ID) async throws(MarketError) -> Vendor? {
        try await asking { () throws(StoreError) in try await store.vendor(id) }
    }

    public func callAsFunction(_ identifier: VendorIdentifier) async throws(MarketError) -> Vendor? {
        try await asking { () throws(StoreError) in try await store.vendor(identifiedBy: identifier) }
    }
}
