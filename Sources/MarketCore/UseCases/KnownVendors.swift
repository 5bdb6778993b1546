public import MarketModels

/// The vendors whose ids are built into some apps. Such an app shows “Edit” only for its own vendor (API.md, “Vendors,
/// secrets, tokens”).
public enum KnownVendors {
    /// A vendor that is built into an app.
    public struct Entry: Hashable, Sendable {
        public let id: Vendor.ID
        public let identifier: String
        /// The name as the old server had it, because some apps compare names; nil for “Vendor N”.
        public let name: String?
    }

    public static let all: [Entry] = [
        Entry(3, "cd706a3e-66db-11ec-9626-796401f2341a", name: "Vendor2"),
        Entry(10, "f67d572f-4aa2-11ed-a200-8ba6a006f5ab", name: "bread"),
        Entry(11, "25a1ab60-4aa3-11ed-a200-058d51faf231", name: "borysarang"),
        Entry(16, "2836ea8c-7215-11ec-abfa-378889d9906f"),
        Entry(43, "c598a7e9-6941-11ed-a917-8dbc932b3fe4", name: "gundy93"),
        Entry(48, "f44cfc3e-6941-11ed-a917-47bc2e8f559b", name: "zhilly"),
        Entry(58, "127f12a0-7529-11ed-be10-096fa5eea2dc", name: "derrick"),
        Entry(79, "680a5dc5-d1b8-11ec-9676-819f7cbd69a2"),
        Entry(81, "7b016867-d1b8-11ec-9676-012a04c8e5dc"),
        Entry(82, "8de44ec8-d1b8-11ec-9676-43acdce229f5"),
        Entry(83, "99051fa9-d1b8-11ec-9676-978c137c9bee"),
        Entry(96, "ea2ab214-0335-11ed-9676-d15bcd5607d5"),
        Entry(97, "eef3d2e5-0335-11ed-9676-e35db3a6c61a"),
    ]
}

extension KnownVendors {
    /// Whether an identifier is built into an app, so that everybody knows it.
    public static func contains(_ identifier: VendorIdentifier) -> Bool {
        all.contains { VendorIdentifier($0.identifier) == identifier }
    }
}

extension KnownVendors.Entry {
    fileprivate init(_ id: Int64, _ identifier: String, name: String? = nil) {
        self.init(id: Vendor.ID(rawValue: id), identifier: identifier, name: name)
    }
}
