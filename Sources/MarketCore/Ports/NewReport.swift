public import MarketModels

/// How long reports are kept, and when they hold a listing.
public enum ReportRules {
    /// The number of different networks of one address family whose open reports hold a listing. A home has a network of IPv4 and
    /// one of IPv6, and so has a phone: both together would hold it alone if the families were counted as one.
    public static let networksForHold = 3
    /// The number of hours after which a hold by reports ends by itself.
    public static let hoursOfHold = 72
    /// The number of listings to whose holds a network adds in 24 hours.
    public static let holdsPerNetwork = 3
    /// The number of days for which the hash of the reporter's network is kept.
    public static let daysOfNetwork = 30
    /// The number of days for which a report is kept, what a seller has answered, and a browser that holds no right.
    public static let daysOfReport = 365
}

/// The hash of a receipt, in hexadecimal digits.
public struct ReceiptHash: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A report to be stored.
public struct NewReport: Hashable, Sendable {
    public let subject: Report.Subject
    public let content: CheckedReport
    public let receipt: ReceiptHash
    /// A keyed hash of the reporter's network, behind ``prefixOfIPv6`` for one of IPv6.
    public let network: String
    /// Whether reports may hold the listing.
    public let mayHold: Bool
    public let createdAt: Timestamp

    /// How networks of IPv6 begin.
    package static let prefixOfIPv6 = "ipv6 "

    public init(
        subject: Report.Subject,
        content: CheckedReport,
        receipt: ReceiptHash,
        network: String,
        mayHold: Bool,
        createdAt: Timestamp
    ) {
        self.subject = subject
        self.content = content
        self.receipt = receipt
        self.network = network
        self.mayHold = mayHold
        self.createdAt = createdAt
    }
}

/// What storing a report has done.
public struct ReportOutcome: Hashable, Sendable {
    public let report: Report
    /// Whether the report wasn't stored before.
    public let isNew: Bool
    /// Whether it has held the listing.
    public let hasHeld: Bool
}
