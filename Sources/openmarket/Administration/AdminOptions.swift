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

extension AdminResponse.VendorOutcome {
    var sentence: String {
        switch kind {
        case .added: "Added vendor \(id) with the identifier \(identifier)."
        case .known: "Vendor \(id) already exists."
        case .idTaken: "The id \(id) belongs to another vendor, so the app that has it built in won't show Edit."
        case .identifierTaken(let other):
            "The identifier \(identifier) belongs to vendor \(other), not \(id), so its app won't show Edit."
        }
    }

    /// Whether the app with the built-in id will work.
    var isGood: Bool { kind == .added || kind == .known }
}

extension AdminResponse {
    /// Prints the response for people.
    func show() {
        switch self {
        case .vendors(let rows): Self.show(rows)
        case .vendor(let row, let related): Self.show(row, related)
        case .categories(let rows): Self.show(rows)
        case .vendorAdded(let row):
            print("Added vendor \(row.id), \(DisplayText.line(row.name)), with the identifier \(row.identifier).")
        case .vendorKnown(let row):
            print("Vendor \(row.id), \(DisplayText.line(row.name)), already has that identifier.")
        case .vendorOutcomes(let outcomes): for outcome in outcomes { print(outcome.sentence) }
        case .vendorChanged(let row):
            let until = row.blockEndsAt.map { " until \($0)" } ?? ""
            print(
                "Vendor \(row.id), \(DisplayText.line(row.name)), \(row.isBlocked ? "can't list anything now, and its listings are hidden\(until)" : "can list again")."
            )
        case .product(let name): print(DisplayText.line(name ?? ""))
        case .vendorRenamed(let row): print("Vendor \(row.id) is called \(DisplayText.line(row.name)) now.")
        case .invitation(let row, let address): Self.show(row, address)
        case .invitations(let rows): Self.show(rows)
        case .invitationRevoked(let id): print("Invitation \(id) can't be used any more.")
        case .reports(let rows): Self.show(rows)
        case .report(let row): Self.show(row)
        case .reportDecided(let row, let isDecidedNow):
            print("Report \(row.id) \(isDecidedNow ? "is" : "was already") \(row.decision ?? "open").")
        case .acted(let act, let id, let isRepeated): print(act.sentence(about: id, isRepeated: isRepeated))
        case .waiting(let rows): Self.show(rows)
        case .blockedContacts(let rows): Self.show(rows)
        case .contactBlocked(let contact, let isBlocked):
            print(
                isBlocked
                    ? "Nobody can list with \(DisplayText.line(contact)) now, and listings that have it are hidden."
                    : "\(DisplayText.line(contact)) can be used again."
            )
        case .moderationLog(let rows): Self.show(rows)
        case .market(let row): Self.show(row)
        case .marketPage(let page): Self.show(page)
        case .operators(let rows): Self.show(rows)
        case .operatorLink(let name, let address):
            print("With this address, \(DisplayText.line(name)) signs in once, within 10 minutes:\n\(address)")
            Self.noteReach(of: address)
        case .operatorRemoved(let name): print("\(DisplayText.line(name)) isn't an operator any more.")
        case .feed(let name, let address):
            print("At this address, a feed reader shows \(DisplayText.line(name)) what waits:\n\(address)")
            Self.noteReach(of: address)
        case .feedEnded(let name): print("The feed of \(DisplayText.line(name)) has ended.")
        case .key(let row, let token):
            print(
                "With this key, a program does what \(DisplayText.line(row.by)) may, and it isn't shown again:\n\(token)"
            )
        case .keys(let rows): Self.show(rows)
        case .keyEnded(let id): print("Key \(id) has ended.")
        case .sessions(let rows): Self.show(rows)
        case .sessionEnded(let id): print("Session \(id) has ended.")
        case .productErased(let id, let others, let leavesImages):
            print(
                "Product \(id) is erased\(leavesImages ? "" : ", with its pictures"). Backups from before still have it."
            )
            if leavesImages {
                Terminal.note(
                    """
                    Its pictures couldn't be removed yet, and nobody is shown them. The server removes them as soon as their \
                    storage lets it: it tries at its start and every minute.
                    """
                )
            }
            if !others.isEmpty {
                let ids = others.map(String.init).joined(separator: " ")
                print("These products show the same pictures, which stay until they are erased, too: \(ids)")
            }
        case .secretSet: print("The product has a new password.")
        case .refused(let reason): print(reason)
        }
    }

    /// Says where an address opens if the market's name isn't known: no server runs here, or it has no `--base-url`.
    static func noteReach(of address: String) {
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
