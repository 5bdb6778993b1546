import Foundation
import NIOCore

@testable import MarketCore
@testable import MarketImages
@testable import MarketServer
@testable import MarketWeb

/// What limits what clients may do and hold, as a table from which Documentation/Limits.md is made.
///
/// The numbers are those of the code. A limit of ``ServerLimits`` without a row fails a test.
struct LimitTable {
    /// Who shares a limit, and who gives way when it is reached.
    enum Sharing: String, CaseIterable {
        case each
        case held
        case turns
        case budget

        var sentence: String {
            switch self {
            case .each: "for each request, connection or browser by itself, or for the server."
            case .held:
                "what clients hold at once. When all of it is held, whoever holds the most loses it to whoever holds "
                    + "less: the greediest of the networks, in it the greediest of the narrower ones, and so on."
            case .turns:
                "a queue in which networks take turns, in each of them the narrower ones, and so on to the clients. "
                    + "Somebody new comes before those who have just been served; whoever has let sixteen pass gets every "
                    + "second turn."
            case .budget:
                "a rate. A network that is wider than one client has more of it: a /56 twice, an IPv4 /24 and an IPv6 "
                    + "/48 four times as much. While the total is used up, each network still has a fifth of a client's "
                    + "rate. A budget is taken when the work begins; what is refused costs nothing, and what fails is "
                    + "given back."
            }
        }
    }

    struct Row {
        let what: String
        let sharing: Sharing
        let total: String
        let perClient: String
        /// What happens beyond the limit.
        let beyond: String
        /// The names of the properties of ``ServerLimits``.
        let properties: [String]

        init(
            _ what: String,
            _ sharing: Sharing = .each,
            total: String = "",
            perClient: String = "",
            beyond: String,
            _ properties: String...
        ) {
            self.what = what
            self.sharing = sharing
            self.total = total
            self.perClient = perClient
            self.beyond = beyond
            self.properties = properties
        }

        init(_ what: String, _ limit: SharedLimit, _ unit: Unit, beyond: String, _ properties: String...) {
            self.what = what
            sharing = .held
            total = unit.text(limit.total)
            perClient = unit.text(limit.perAddress)
            self.beyond = beyond
            self.properties = properties
        }

        init(_ what: String, _ limits: ClientBudgetLimits, _ unit: Unit, beyond: String, _ properties: String...) {
            self.what = what
            sharing = .budget
            total = limits.total.map { LimitTable.text($0, unit) } ?? ""
            let hourly = limits.minutesPerHour.map {
                "; \(unit.text(limits.perAddress.perHour / 60 * $0)) an hour to each of its networks"
            }
            perClient = LimitTable.text(limits.perAddress, unit) + (hourly ?? "")
            self.beyond = beyond
            self.properties = properties
        }

        init(_ what: String, _ limits: FairQueue.Limits, beyond: String) {
            self.what = what
            sharing = .turns
            total = "\(limits.concurrency.grouped) at a time, \(limits.waiting.grouped) waiting"
            let own = limits.concurrencyPerKey < limits.concurrency ? "\(limits.concurrencyPerKey) at a time, " : ""
            perClient = own + "\(limits.waitingPerKey.grouped) waiting"
            self.beyond = beyond
            properties = []
        }
    }

    enum Unit {
        case count, bytes

        func text(_ number: Int) -> String {
            switch self {
            case .count: number.grouped
            case .bytes: number.byteText
            }
        }
    }

    let limits = ServerLimits()

    static func text(_ budget: Budget, _ unit: Unit) -> String {
        let perMinute = unit.text(budget.perHour / 60)
        return budget.isByMinute || budget.burst * 60 == budget.perHour
            ? "\(perMinute) a minute" : "a burst of \(unit.text(budget.burst)) and \(perMinute) a minute"
    }

    var rows: [Row] { connections + uploads + queues + budgets + others }

    private var connections: [Row] {
        [
            Row(
                "connections, or as many as the limit on open files allows after a reserve of 512 (half of that limit if it is "
                    + "below 1024); behind a trusted proxy, a client's requests in flight",
                limits.connections,
                .count,
                beyond:
                    "closes one that waits for its client, the one that has been silent longest; without one, the new connection "
                    + "is closed, and a request behind a proxy is 503",
                "connections"
            ),
            Row("idle connection", total: limits.idleTime.text, beyond: "closed", "idleTime"),
            Row(
                "body that hasn't begun after its head",
                total: limits.firstBodyBytesTime.text,
                beyond: "closed",
                "firstBodyBytesTime"
            ),
            Row(
                "slow body",
                total:
                    "\(limits.bytesPerPaceCheck.byteText) in \(limits.paceCheckInterval.text); "
                    + "\(limits.leastBodyBytesPerSecond.byteText)/s on average after \(limits.bodyTime.text); "
                    + "\(limits.longestBodyTime.text) in any case",
                beyond: "closed",
                "paceCheckInterval",
                "bytesPerPaceCheck",
                "bodyTime",
                "leastBodyBytesPerSecond",
                "longestBodyTime"
            ),
            Row(
                "request headers",
                total: "\(limits.headerFieldByteCount.byteText) a field, \(limits.headerListByteCount.byteText) in all",
                beyond: "431",
                "headerFieldByteCount",
                "headerListByteCount"
            ),
            Row(
                "JSON body, or the `params` of a form",
                total: limits.jsonByteCount.byteText,
                beyond: "413",
                "jsonByteCount"
            ),
            Row("whole upload", total: limits.uploadByteCount.byteText, beyond: "413", "uploadByteCount"),
            Row("form of the pages without images", total: WebForm.maximumByteCount.byteText, beyond: "413"),
            Row("form of a page of the operator's", total: SettingsPages.maximumByteCount.byteText, beyond: "413"),
            Row(
                "rest of a body whose request was answered before",
                total: "\(limits.discardedByteCount.byteText), \(limits.earlyCloseTime.text)",
                beyond: "closed",
                "discardedByteCount",
                "earlyCloseTime"
            ),
            Row("closing a connection", total: limits.closeTime.text, beyond: "closed at once", "closeTime"),
        ]
    }

    private var uploads: [Row] {
        [
            Row(
                "concurrent uploads",
                limits.uploads,
                .count,
                beyond:
                    "waits; the slowest upload of whoever gives way waits instead, and so does one below "
                    + "\(limits.slowUploadBytesPerSecond.byteText)/s after \(limits.slowUploadTime.text)",
                "uploads",
                "slowUploadTime",
                "slowUploadBytesPerSecond"
            ),
            Row(
                "uploads that wait, for \(limits.uploadWaitTime.text)",
                limits.waitingUploads,
                .count,
                beyond: "503",
                "waitingUploads",
                "uploadWaitTime"
            ),
            Row(
                "incoming images on disk",
                limits.spooledBytes,
                .bytes,
                beyond: "503 for the largest unfinished upload of whoever gives way",
                "spooledBytes"
            ),
            Row(
                "incoming fields in memory",
                limits.bodyMemory,
                .bytes,
                beyond: "503 for the largest unfinished body of whoever gives way",
                "bodyMemory"
            ),
            Row(
                "images of refused forms and of copied listings, for an hour",
                limits.drafts,
                .count,
                beyond: "drops the oldest",
                "drafts"
            ),
        ]
    }

    private var queues: [Row] {
        [
            Row(
                "lists, searches and feeds that may take long, 3 s each",
                BrowseProducts.limits,
                beyond: "503"
            ),
            Row(
                "batches of 200 products for sitemaps",
                FeedPages.batchLimits,
                beyond: "the sitemap ends early"
            ),
            Row(
                "passwords being hashed: checks, listings and checks of known sellers wait separately",
                .turns,
                total: "2 at a time, \(SecretQueue.waiting) of each kind waiting",
                perClient: "\(SecretQueue.waitingPerAddress) of each kind waiting",
                beyond: "503"
            ),
            Row(
                "passwords of networks that have tried too many for other products, with a second after a wrong one",
                SlowAttempts.limits,
                beyond: "503"
            ),
            Row("share images being drawn", ShareImages.limits, beyond: "503 with `Retry-After`"),
            Row(
                "images being decoded",
                .turns,
                total:
                    "one for each core; one of those that need up to \(Int(VipsImageProcessor.memoryOfLargeImage).byteText)",
                perClient: "leaves a core to others if there are several",
                beyond: "waits"
            ),
            Row(
                "WebP images being generated",
                total: "one for every two cores, \(VipsImageProcessor.waitingWebImages) waiting",
                beyond: "redirected to the JPEG"
            ),
        ]
    }

    private var budgets: [Row] {
        [
            Row("products listed", limits.listings, .count, beyond: "429", "listings"),
            Row("bytes of images stored, as JPEG", limits.storedBytes, .bytes, beyond: "429", "storedBytes"),
            Row("contacts shown", limits.contacts, .count, beyond: "429", "contacts"),
            Row("pages of price tags and notices", limits.printing, .count, beyond: "429", "printing"),
            Row(
                "wrong secrets for one product",
                .budget,
                total: "\(limits.guesses.perProduct) a minute",
                perClient:
                    "\(limits.guesses.perSource) in any minute; while others have used up the total, "
                    + "\(limits.guesses.reserve) an hour to each network",
                beyond: "429; a browser that holds the product's right or a ticket has its own",
                "guesses"
            ),
            Row(
                "wrong secrets for all products",
                .budget,
                total: Self.text(limits.guesses.total, .count),
                perClient: Self.text(limits.guesses.perAddress, .count),
                beyond: "checked slowly, never refused",
                "guesses"
            ),
            Row(
                "reports of listings and sellers",
                limits.reports,
                .count,
                beyond: "429",
                "reports"
            ),
            Row(
                "wrong links, sessions, feeds and keys of operators",
                limits.operatorGuesses,
                .count,
                beyond: "429; a right one is never refused",
                "operatorGuesses"
            ),
            Row(
                "links that give another browser the listings and rights of this one, for \(IdentityLinks.lifetime.text)",
                limits.identityLinks,
                .count,
                beyond: "drops the oldest; a new one ends the earlier one of the same seller",
                "identityLinks"
            ),
        ]
    }

    private var others: [Row] {
        [
            Row(
                "tickets for edit forms, an hour each, that a browser keeps over https",
                total: "\(PageRequest.maximumTicketCount)",
                beyond: "drops the oldest"
            ),
            Row(
                "response cache",
                total: limits.responseCacheByteCount.byteText,
                beyond: "drops what was used longest ago",
                "responseCacheByteCount"
            ),
            Row(
                "health and readiness, metrics",
                total: "computed once in \(limits.monitoringInterval.text)",
                beyond: "answered from before",
                "monitoringInterval"
            ),
            Row(
                "stop",
                total: limits.gracePeriod.text,
                beyond: "requests in flight are cut off",
                "gracePeriod"
            ),
        ]
    }

    /// The table in Markdown.
    var text: String {
        let kinds = Sharing.allCases.map { "- *\($0.rawValue)*: \($0.sentence)" }
        let lines = rows.map { row in
            "| \(row.what) | \(row.sharing.rawValue) | \(row.total) | \(row.perClient) | \(row.beyond) |"
        }
        return """
            \(kinds.joined(separator: "\n"))

            | what | shared | limit for all | for one client | beyond it |
            |---|---|---|---|---|
            \(lines.joined(separator: "\n"))

            """
    }
}

extension Int {
    fileprivate var grouped: String { formatted(.number.locale(.init(identifier: "en_US"))) }

    /// A number of bytes in the largest unit in which it is a whole number.
    fileprivate var byteText: String {
        let units = [(1_000_000_000, "GB"), (1 << 20, "MiB"), (1_000_000, "MB"), (1 << 10, "KiB"), (1000, "KB")]
        // A tenth of a unit is still easy to read.
        for (size, name) in units where self >= size && self * 10 % size == 0 {
            let (whole, tenth) = (self / size, self * 10 / size % 10)
            return tenth == 0 ? "\(whole.grouped) \(name)" : "\(whole.grouped).\(tenth) \(name)"
        }
        return "\(grouped) bytes"
    }
}

extension TimeAmount {
    fileprivate var text: String { Duration.nanoseconds(nanoseconds).text }
}

extension Duration {
    fileprivate var text: String {
        let seconds = components.seconds
        return seconds > 300 && seconds % 60 == 0 ? "\(seconds / 60) minutes" : "\(seconds) s"
    }
}
