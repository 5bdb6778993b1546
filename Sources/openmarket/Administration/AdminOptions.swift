import ArgumentParser
import Foundation
import MarketCommands
import MarketModels
import MarketServer

/// The options of all administrative commands.
struct AdminOptions: ParsableArguments {
    @OptionGroup var data: DataOptions

    @OptionGroup var database: DatabaseOptions

    func perform(_ request: AdminRequest) async throws -> AdminResponse {
        let client = AdminClient(
            dataFolder: try data.folder(),
            database: try database.address(),
            directDatabase: try database.directAddress()
        )
        let reply = try await client.perform(request)
        if case .refused(let reason) = reply { throw CommandFailure(reason) }
        return reply
    }
}

extension AdminOptions {
    /// Moderates, and prints what became of it.
    func perform(_ request: ModerationRequest) async throws { try await perform(.moderation(request)).show() }
}

/// A command of operators that makes requests, and prints what became of each.
protocol RequestingCommand: AsyncParsableCommand {
    var options: AdminOptions { get }
    /// What to ask for, in order. What isn't performed ends the command.
    var requests: [AdminRequest] { get }
}

extension RequestingCommand {
    func run() async throws {
        for request in requests { try await options.perform(request).show() }
    }
}

/// The options of commands that show something to people or to programs.
struct ShowOptions: ParsableArguments {
    @Flag(help: "Write JSON, for programs.")
    var json = false

    @OptionGroup var options: AdminOptions

    func show(_ request: AdminRequest) async throws {
        let reply = try await options.perform(request)
        guard json, let rows = reply.rows else { return reply.show() }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(rows), as: UTF8.self))
    }
}

extension AdminResponse {
    /// What is written for programs; nil if it is for people only.
    fileprivate var rows: (any Encodable)? {
        switch self {
        case .blockedContacts(let rows): rows
        case .invitations(let rows): rows
        case .keys(let rows): rows
        case .market(let row): row
        case .moderationLog(let rows): rows
        case .operators(let rows): rows
        case .report(let row): row
        case .reports(let rows): rows
        case .sessions(let rows): rows
        case .vendor(let row, let related): ShownVendor(vendor: row, related: related)
        case .waiting(let rows): rows
        default: nil
        }
    }

    private struct ShownVendor: Encodable {
        let vendor: VendorRow
        let related: [RelatedRow]
    }
}

extension AdminResponse {
    /// Prints the response for people.
    func show() {
        switch self {
        case .vendors(let rows): Self.show(rows)
        case .vendor(let row, let related): Self.show(row, related)
        case .categories(let rows): Self.show(rows)
        case .product(let name): print(DisplayText.line(name ?? ""))
        case .invitations(let rows): Self.show(rows)
        case .reports(let rows): Self.show(rows)
        case .report(let row): Self.show(row)
        case .waiting(let rows): Self.show(rows)
        case .blockedContacts(let rows): Self.show(rows)
        case .moderationLog(let rows): Self.show(rows)
        case .market(let row): Self.show(row)
        case .marketPage(let page): Self.show(page)
        case .operators(let rows): Self.show(rows)
        case .keys(let rows): Self.show(rows)
        case .sessions(let rows): Self.show(rows)
        case .done(let lines, let note):
            Self.show(lines)
            if let note { Terminal.note(note) }
        case .partlyDone(let lines): Self.show(lines)
        case .link(let sentence, let address, let hasCode):
            Self.show([sentence, address])
            if hasCode, address.hasPrefix("http"), Terminal.output.isInteractive {
                Terminal.output.printCode(of: address)
            }
            Self.noteReach(of: address)
        case .refused(let reason): print(reason)
        }
    }

    /// Prints sentences in which what people have typed moves no cursor.
    private static func show(_ lines: [String]) {
        for line in lines { print(DisplayText.line(line)) }
    }

    /// Says where an address opens if the market's name isn't known: no server runs here, or it has no `--base-url`.
    private static func noteReach(of address: String) {
        let example = "the address that people open, such as https://market.example"
        if address.hasPrefix("/") {
            Terminal.note("No server runs here, so its beginning is missing: \(example).")
        } else if address.hasPrefix("http://localhost:") {
            Terminal.note("It opens on this machine only. For others, set base-url to \(example).")
        }
    }

    private static func show(_ rows: [CategoryRow]) {
        RowTable<CategoryRow>(
            [.init("NAME") { ($0.parent == nil ? "" : "  ") + $0.slug }]
                + Language.allCases.map { language in
                    .init(language.englishName.uppercased()) { $0.names.text(in: language) }
                }
                + [.init("PRODUCTS", isRight: true) { $0.productCount }]
        ).show(rows, orElse: "No categories.")
    }

    private static func show(_ row: VendorRow, _ related: [RelatedRow]) {
        show([row])
        if !related.isEmpty { print("\nWho may be the same person:") }
        RowTable<RelatedRow>([
            .init("ID") { $0.id }, .init("SAME") { $0.same.joined(separator: ", ") },
            .init("STATE") { $0.isBlocked ? "blocked" : "open" }, .init("NAME") { $0.name },
        ]).show(related, orElse: "Nobody else has the same contact, browser or network.")
    }

    private static func show(_ rows: [VendorRow]) {
        RowTable<VendorRow>([
            .init("ID") { $0.id }, .init("IDENTIFIER") { $0.identifier },
            .init("STATE") { $0.isBlocked ? $0.blockEndsAt.map { "blocked until \($0)" } ?? "blocked" : "open" },
            .init("NAME") { $0.name },
        ]).show(rows, orElse: "No vendors yet.")
    }
}
