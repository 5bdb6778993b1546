public import MarketModels

/// The vendors whose ids are built into some apps. Such an app shows “Edit” only for its own vendor (API.md, “Vendors,
/// secrets, tokens”).
public enum KnownVendors {
    /// A vendor that is built into an app.
    public struct Entry: Hashable, Sendable {
        public let id: Vendor.ID
        public let identifier: String
        /// The name, or nil for “Vendor N”.
        public let name: String?
    }

    public static let all: [Entry] = [
        Entry(3, "cd706a3e-66db-11ec-9626-796401f2341a", name: "Vendor2"),
        Entry(16, "2836ea8c-7215-11ec-abfa-378889d9906f"),
        Entry(79, "680a5dc5-d1b8-11ec-9676-819f7cbd69a2"),
        Entry(81, "7b016867-d1b8-11ec-9676-012a04c8e5dc"),
        Entry(82, "8de44ec8-d1b8-11ec-9676-43acdce229f5"),
        Entry(83, "99051fa9-d1b8-11ec-9676-978c137c9bee"),
    ]
}

extension KnownVendors.Entry {
    fileprivate init(_ id: Int64, _ identifier: String, name: String? = nil) {
        self.init(id: Vendor.ID(rawValue: id), identifier: identifier, name: name)
    }
}
