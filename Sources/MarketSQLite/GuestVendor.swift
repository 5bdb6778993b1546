public import MarketModels

extension SQLiteProductStore {
    /// The built-in vendor `Guest`, to whom products belong that were listed without an identifier (API.md, the
    /// `items` edition). No identifier leads to it, and it is not among ``vendors()``.
    public static let guestVendorID = Vendor.ID(rawValue: 0)
}
