import ArgumentParser
import MarketCommands
import MarketServer

extension VendorCommand {
    struct Contacts: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the contacts that no product may have.")

        @OptionGroup var options: ShowOptions

        func run() async throws { try await options.show(.moderation(.listBlockedContacts)) }
    }

    struct BlockContact: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "block-contact",
            abstract:
                "Block a phone number, a mail address or a link: nobody can list with it, and products with it are hidden.",
            discussion: "However it is written: '010-1234-5678' is '+82 10 1234 5678', too."
        )

        @Argument(help: "The contact.")
        var contact: String

        @OptionGroup var why: ReasonOptions

        @OptionGroup var options: AdminOptions

        func run() async throws {
            try await options.perform(.moderation(.setContactBlocked(contact, isBlocked: true, reason: why.reason)))
                .show()
        }
    }

    struct UnblockContact: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unblock-contact",
            abstract: "Let people list with a contact again, and show again what its block has hidden."
        )

        @Argument(help: "The contact.")
        var contact: String

        @OptionGroup var why: ReasonOptions

        @OptionGroup var options: AdminOptions

        func run() async throws {
            try await options.perform(.moderation(.setContactBlocked(contact, isBlocked: false, reason: why.reason)))
                .show()
        }
    }
}

extension AdminResponse {
    static func show(_ rows: [BlockedContactRow]) {
        guard !rows.isEmpty else { return print("No contact is blocked.") }
        var table = TextTable([
            .init(title: "CONTACT"), .init(title: "BLOCKED"), .init(title: "BY"),
            .init(title: "REASON", isTruncated: true),
        ])
        table.rows = rows.map { row in
            [.init(row.contact), .init(row.blockedAt), .init(row.by ?? ""), .init(row.reason)]
        }
        for line in table.lines(for: .output) { print(line) }
    }
}
