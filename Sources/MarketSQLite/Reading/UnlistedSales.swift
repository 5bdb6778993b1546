/// The sold products that lists don't show any more.
enum UnlistedSales {
    /// The condition that makes SQLite accept the index.
    static func condition(ofVendor: Bool) -> String {
        "p.state = 2 AND p.is_listed = 0" + (ofVendor ? " AND p.state <> 0" : "")
    }

    /// The index. Those of a vendor are few enough to be sorted.
    ///
    /// - Parameter order: the suffix of the index's name; empty for the order of the ids.
    static func index(ofVendor: Bool, for order: String = "") -> String {
        ofVendor ? "product_by_vendor_and_state" : "product_unlisted_sale\(order)"
    }
}
