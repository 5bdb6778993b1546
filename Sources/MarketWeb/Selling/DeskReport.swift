import MarketCore
import MarketModels
import MarketServer

/// What became of a seller's last action, as a cookie carries it from the answer to a form to the page that follows. It is
/// signed (``DeskReportCookie``), because the page believes it.
struct DeskReport: Hashable, Sendable {
    /// The maximum number of products of one action.
    static let maximumCount = 100

    struct Entry: Hashable, Sendable {
        let action: DeskAction
        let id: Product.ID
        let result: DeskOutcome.Result
    }

    /// What became of each product; empty if none was selected.
    var entries: [Entry] = []

    init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// Reads the text of a cookie. What can't be read is ignored.
    init(text: String) {
        entries = text.split(separator: "_").prefix(Self.maximumCount).compactMap { part in
            let parts = part.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, let action = DeskAction(rawValue: String(parts[0])), let id = Int64(parts[1]),
                let result = Self.result(parts[2])
            else { return nil }
            return Entry(action: action, id: Product.ID(rawValue: id), result: result)
        }
    }

    /// The text of a cookie.
    var text: String {
        entries.prefix(Self.maximumCount)
            .map { "\($0.action.rawValue).\($0.id.rawValue).\(Self.text($0.result))" }
            .joined(separator: "_")
    }

    /// The texts of results that are always the same.
    private static let texts: KeyValuePairs<String, DeskOutcome.Result> = [
        "done": .done, "password": .needsPassword, "gone": .gone, "sold": .failed(.cannotRenew),
        "locked": .failed(.locked), "closed": .failed(.notForSale),
    ]

    private static func text(_ result: DeskOutcome.Result) -> String {
        switch result {
        case .failed(.cannotFollow(let old, let new)): "\(old.rawValue)-\(new.rawValue)"
        case .failed(.held(let kind)): text(kind)
        case .failed(.bumpedRecently(let days)): String(days)
        default: texts.first { $0.value == result }?.key ?? "closed"
        }
    }

    /// Entries are separated by underscores.
    private static func text(_ kind: ListingHold.Kind) -> String { "held" + kind.rawValue.filter { $0 != "_" } }

    private static func result(_ text: Substring) -> DeskOutcome.Result? {
        if let known = texts.first(where: { $0.key == text }) { return known.value }
        if let days = Int(text) { return .failed(.bumpedRecently(days: days)) }
        if let kind = ListingHold.Kind.allCases.first(where: { Self.text($0) == text }) { return .failed(.held(kind)) }
        let kinds = text.split(separator: "-").compactMap { ListingState.Kind(rawValue: String($0)) }
        return kinds.count == 2 ? .failed(.cannotFollow(kinds[0], kinds[1])) : nil
    }
}

/// Signs reports for cookies.
struct DeskReportCookie: Sendable {
    /// The maximum length of a value that browsers keep.
    static let maximumByteCount = 4096
    private static let signatureByteCount = 16

    let signer: TicketSigner

    /// Returns the value of the cookie, of at most ``maximumByteCount`` bytes: 32 hexadecimal digits and the report.
    func value(of report: DeskReport) -> String { "\(signature(of: report.text))_\(report.text)" }

    /// Reads a cookie.
    ///
    /// - Returns: nil if this market hasn't signed it.
    func report(in value: String) -> DeskReport? {
        let length = 2 * Self.signatureByteCount
        guard value.utf8.count <= Self.maximumByteCount, value.utf8.count > length else { return nil }
        let text = String(value.dropFirst(length + 1))
        // A forged report would say something wrong to the forger alone, so the comparison needn't take constant time.
        guard value.prefix(length) == signature(of: text) else { return nil }
        return DeskReport(text: text)
    }

    private func signature(of text: String) -> String {
        signer.signature(for: Array("desk report \(text)".utf8)).prefix(Self.signatureByteCount).hexDigits
    }
}
