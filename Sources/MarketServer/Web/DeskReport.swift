import MarketCore
import MarketModels
import MarketWeb

/// What became of a seller's last action, as a cookie carries it from the answer to a form to the page that follows.
struct DeskReport: Sendable {
    /// The maximum number of products of one action.
    static let maximumCount = 100

    struct Entry: Hashable, Sendable {
        let action: DeskAction
        let id: Product.ID
        let result: DeskOutcome.Result
    }

    var entries: [Entry] = []

    init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// Reads a cookie. What can't be read is ignored.
    init(cookie: String) {
        guard cookie.utf8.count <= 4096 else { return }
        entries = cookie.split(separator: "_").prefix(Self.maximumCount).compactMap { part in
            let parts = part.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, let action = DeskAction(rawValue: String(parts[0])), let id = Int64(parts[1]),
                let result = Self.result(parts[2])
            else { return nil }
            return Entry(action: action, id: Product.ID(rawValue: id), result: result)
        }
    }

    /// The value of the cookie, of at most 4096 bytes.
    var cookie: String {
        entries.prefix(Self.maximumCount)
            .map { "\($0.action.rawValue).\($0.id.rawValue).\(Self.text($0.result))" }
            .joined(separator: "_")
    }

    private static func text(_ result: DeskOutcome.Result) -> String {
        switch result {
        case .done: "done"
        case .needsPassword: "password"
        case .gone: "gone"
        case .failed(.cannotFollow(let old, let new)): "\(old.rawValue)-\(new.rawValue)"
        case .failed(.cannotRenew): "sold"
        case .failed(.bumpedRecently(let days)): String(days)
        case .failed: "closed"
        }
    }

    private static func result(_ text: Substring) -> DeskOutcome.Result? {
        if let days = Int(text) { return .failed(.bumpedRecently(days: days)) }
        switch text {
        case "done": return .done
        case "password": return .needsPassword
        case "gone": return .gone
        case "sold": return .failed(.cannotRenew)
        case "closed": return .failed(.notForSale)
        default:
            let kinds = text.split(separator: "-").compactMap { ListingState.Kind(rawValue: String($0)) }
            return kinds.count == 2 ? .failed(.cannotFollow(kinds[0], kinds[1])) : nil
        }
    }
}
