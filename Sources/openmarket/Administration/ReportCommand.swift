import ArgumentParser
import MarketCommands
import MarketServer

struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "See and decide what people have reported.",
        discussion: "Works whether or not the server is running.",
        subcommands: [List.self, Show.self, Dismiss.self, Uphold.self, Log.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List reports, the oldest first.")

        @Flag(help: "Only those that aren't decided.")
        var open = false

        @OptionGroup var options: ShowOptions

        func run() async throws { try await options.show(.moderation(.listReports(isOpen: open))) }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a report, why its listing is held, and what the seller has answered."
        )

        @Argument(help: "The number of the report.")
        var id: Int64

        @OptionGroup var options: ShowOptions

        func run() async throws { try await options.show(.moderation(.showReport(id))) }
    }

    struct Dismiss: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Dismiss reports, and let their listings through.",
            discussion: """
                Reports don't hold the listing again. If they hold it now, it is shown again once none of its reports is \
                open. The reporters see the reason.
                """
        )

        @OptionGroup var reports: ReportDecisionOptions

        @Flag(help: "Also dismiss all other open reports about the same listing or seller.")
        var all = false

        func run() async throws { try await reports.decide(isUpheld: false, hides: false, decidesAll: all) }
    }

    struct Uphold: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Agree with reports.",
            discussion:
                "The reporters see the reason. With --hide, the seller sees it, too, and can answer once."
        )

        @OptionGroup var reports: ReportDecisionOptions

        @Flag(help: "Hide the listings, until 'openmarket product give-back'.")
        var hide = false

        @Flag(help: "Also uphold all other open reports about the same listing or seller.")
        var all = false

        func run() async throws { try await reports.decide(isUpheld: true, hides: hide, decidesAll: all) }
    }

    struct Log: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List what was done about reports and listings, the newest first."
        )

        @Option(help: ArgumentHelp("How many entries.", valueName: "number"))
        var limit = 100

        @OptionGroup var options: ShowOptions

        func validate() throws {
            guard 1...10_000 ~= limit else { throw ValidationError("Give a limit from 1 to 10000.") }
        }

        func run() async throws { try await options.show(.moderation(.moderationLog(limit: limit))) }
    }
}

struct ReportDecisionOptions: ParsableArguments {
    @Argument(help: "The numbers of the reports.")
    var ids: [Int64]

    @OptionGroup var why: ReasonOptions

    @OptionGroup var options: AdminOptions

    func decide(isUpheld: Bool, hides: Bool, decidesAll: Bool) async throws {
        for id in ids {
            try await options.perform(
                .decideReport(id, isUpheld: isUpheld, reason: why.reason, hides: hides, decidesAll: decidesAll)
            )
        }
    }
}

/// The reason that each act of the operator has.
struct ReasonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Why. It is kept in the log.", valueName: "text"))
    var reason: String

    func validate() throws {
        guard !reason.allSatisfy(\.isWhitespace) else { throw ValidationError("Give a reason that says something.") }
    }
}

extension AdminResponse {
    static func show(_ rows: [ReportRow]) {
        RowTable<ReportRow>([
            .init("ID", isRight: true) { $0.id }, .init("ABOUT") { $0.about }, .init("REASON") { $0.reason },
            .init("REPORTED") { $0.reportedAt }, .init("STATE") { $0.decision ?? "open" },
            .init("TEXT", isTruncated: true) { $0.text },
        ]).show(rows, orElse: "No reports.")
    }

    static func show(_ row: ReportRow) {
        var lines = [
            ("Report", String(row.id)), ("About", row.about), ("Seller", String(row.vendor)), ("Reason", row.reason),
            ("Reported", row.reportedAt),
        ]
        if !row.text.isEmpty { lines.append(("Text", row.text)) }
        if let name = row.name { lines.append(("Name", name)) }
        if let mail = row.mail { lines.append(("Mail", mail)) }
        lines.append(("State", row.decision ?? "open"))
        if let reason = row.decisionReason { lines.append(("Decision", reason)) }
        if let hold = row.hold {
            lines.append(
                (
                    hold.kind == "removed" ? "Removed" : "Hidden",
                    hold.reason ?? (hold.kind == "waiting" ? "until it is approved" : "by reports")
                )
            )
            if let end = hold.endsAt { lines.append(("Until", end)) }
            if let answer = hold.answer { lines.append(("Answer", answer)) }
            if !hold.changes.isEmpty { lines.append(("Changed", names(of: hold.changes))) }
            for change in hold.changes {
                if let before = change.before { lines.append(("Before, \(change.field)", before)) }
            }
        }
        // What strangers wrote moves no cursor.
        for (name, text) in lines { print("\(name): \(DisplayText.line(text))") }
    }

    static func show(_ rows: [LogRow]) {
        RowTable<LogRow>([
            .init("TIME") { $0.at }, .init("BY") { $0.by }, .init("WHAT") { $0.action },
            .init("REPORT", isRight: true) { $0.report }, .init("PRODUCT", isRight: true) { $0.product },
            .init("SELLER", isRight: true) { $0.vendor }, .init("SETTING") { $0.setting },
            .init("REASON", isTruncated: true) { $0.reason },
        ]).show(rows, orElse: "Nothing has been done yet.")
    }
}

extension AdminResponse.ReportRow {
    fileprivate var about: String { product.map { "product \($0)" } ?? "seller \(vendor)" }
}
