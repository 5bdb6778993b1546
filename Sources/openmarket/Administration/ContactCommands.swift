import ArgumentParser
import MarketCommands
import MarketServer

extension VendorCommand {
    struct Contacts: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the contacts that no product may have.")

        @OptionGroup var options: ShowOptions

        func run() async throws { try await options.show(.moderation(.listBlockedContacts)) }
    }

    struct BlockContact: RequestingCommand {
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

        var requests: [AdminRequest] { [.moderation(.setContactBlocked(contact, isBlocked: true, reason: why.reason))] }
    }

    struct UnblockContact: RequestingCommand {
        static let configuration = CommandConfiguration(
            commandName: "unblock-contact",
            abstract: "Let people list with a contact again, and show again what its block has hidden."
        )

        @Argument(help: "The contact.")
        var contact: String

        @OptionGroup var why: ReasonOptions

        @OptionGroup var options: AdminOptions

        var requests: [AdminRequest] {
            [.moderation(.setContactBlocked(contact, isBlocked: false, reason: why.reason))]
        }
    }
}

extension AdminResponse {
    static func show(_ rows: [BlockedContactRow]) {
        RowTable<BlockedContactRow>([
            .init("CONTACT") { $0.contact }, .init("BLOCKED") { $0.blockedAt }, .init("BY") { $0.by },
            .init("REASON", isTruncated: true) { $0.reason },
        ]).show(rows, orElse: "No contact is blocked.")
    }
}
