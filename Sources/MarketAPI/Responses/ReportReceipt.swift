public import MarketModels

/// What became of a report, as whoever holds its receipt sees it (API-402, API-403).
public struct ReportReceipt: Hashable, Sendable {
    /// The receipt: whoever has it sees this. The market keeps only a hash of it.
    public let token: String
    /// The reason that was given; nil if this version doesn't know it.
    public let reason: ReportReason?
    /// When the report arrived.
    public let reportedAt: Timestamp
    /// What the operator has decided; nil while the report is open.
    public let decision: Report.Decision?

    /// Creates a receipt with the given values.
    public init(token: String, reason: ReportReason?, reportedAt: Timestamp, decision: Report.Decision? = nil) {
        self.token = token
        self.reason = reason
        self.reportedAt = reportedAt
        self.decision = decision
    }
}

extension ReportReceipt: Decodable {
    private enum Key: String, CodingKey {
        case receipt, state, reason, decision
        case reportedAt = "reported_at"
        case decidedAt = "decided_at"
    }

    /// Decodes a receipt.
    public init(from decoder: any Decoder) throws {
        let reader = try decoder.container(keyedBy: Key.self)
        let kind = Report.Decision.Kind(rawValue: try reader.value(.state))
        self.init(
            token: try reader.value(.receipt),
            reason: ReportReason(rawValue: try reader.value(.reason)),
            reportedAt: try reader.timestamp(.reportedAt),
            decision: try kind.map {
                Report.Decision($0, reason: try reader.value(.decision), decidedAt: try reader.timestamp(.decidedAt))
            }
        )
    }
}
