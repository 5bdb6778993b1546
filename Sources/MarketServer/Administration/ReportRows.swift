import MarketAPI
import MarketCore
import MarketModels

extension AdminResponse {
    /// A report as the commands show it. Times are in UTC, as RFC 3339 writes them.
    public struct ReportRow: Codable, Hashable, Sendable {
        public let id: Int64
        /// The listing that is reported; nil for a report about a seller.
        public let product: Int64?
        public let vendor: Int64
        public let reason: String
        public let text: String
        public let name: String?
        public let mail: String?
        public let reportedAt: String
        /// What was decided; nil while the report is open.
        public let decision: String?
        public let decisionReason: String?
        public let decidedAt: String?
        /// Why the listing is held; nil if it isn't.
        public let hold: HoldRow?

        init(_ report: Report, hold: ListingHold? = nil) {
            id = report.id.rawValue
            product = if case .product(let id) = report.subject { id.rawValue } else { nil }
            vendor = report.vendor.rawValue
            reason = report.content.reason.rawValue
            text = report.content.text
            name = report.content.name
            mail = report.content.mail
            reportedAt = report.createdAt.responseText
            decision = report.decision?.kind.rawValue
            decisionReason = report.decision?.reason
            decidedAt = report.decision?.decidedAt.responseText
            self.hold = hold.map { HoldRow($0) }
        }
    }

    /// A hold of a listing as the commands show it.
    public struct HoldRow: Codable, Hashable, Sendable {
        /// Who hides it: `reports`, `hidden`, `change_asked` or `removed` by the operator, or `blocked` with its seller.
        public let kind: String
        /// Nil for a hold by reports.
        public let reason: String?
        public let heldAt: String
        /// When it ends by itself, or when a removed listing is deleted; nil for others.
        public let endsAt: String?
        /// What the seller has answered.
        public let answer: String?
        /// What the seller has changed of a listing that waits again.
        public let changes: [ChangeRow]

        init(_ hold: ListingHold) {
            kind = hold.kind.rawValue
            reason = hold.reason
            heldAt = hold.createdAt.responseText
            endsAt = hold.endsAt?.responseText
            answer = hold.answer
            changes = hold.changes.map { ChangeRow($0) }
        }
    }

    /// A field of a listing that its seller has changed, as the commands show it.
    public struct ChangeRow: Codable, Hashable, Sendable {
        /// The field, as requests name it.
        public let field: String
        /// What others have seen; nil if there was nothing, and for pictures.
        public let before: String?
    }

    /// A listing that waits for approval, as the commands show it.
    public struct WaitingRow: Codable, Hashable, Sendable {
        public let id: Int64
        public let name: String
        public let vendor: Int64
        public let seller: String
        public let listedAt: String
        /// What the seller has changed; empty for a new one.
        public let changes: [ChangeRow]

        init(_ listing: ModeratedListing) {
            let product = listing.product
            id = product.id.rawValue
            name = product.listing.name
            vendor = product.vendor.id.rawValue
            seller = product.vendor.name
            listedAt = product.registeredAt.responseText
            changes = (listing.hold?.changes ?? []).map { ChangeRow($0) }
        }
    }

    /// An entry of the log as the commands show it.
    public struct LogRow: Codable, Hashable, Sendable {
        public let at: String
        public let by: String
        public let action: String
        public let report: Int64?
        public let product: Int64?
        public let vendor: Int64?
        /// What of the market's own was changed.
        public let setting: String?
        public let reason: String

        init(_ entry: ModerationEntry) {
            at = entry.createdAt.responseText
            by = entry.actor.description
            action = entry.action.rawValue
            report = entry.report?.rawValue
            product = entry.product?.rawValue
            vendor = entry.vendor?.rawValue
            setting = entry.setting
            reason = entry.reason
        }
    }
}

extension AdminResponse.ChangeRow {
    fileprivate init(_ change: ListingChange) {
        self.init(field: change.field.rawValue, before: change.before)
    }
}
