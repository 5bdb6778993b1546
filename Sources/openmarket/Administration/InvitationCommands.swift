import ArgumentParser
import MarketServer

extension VendorCommand {
    struct Invite: RequestingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a link with which a browser becomes a vendor's, and lists even if registration is closed.",
            discussion: """
                The link works once, within 7 days. Opening it doesn't use it up: the page has a button. On a terminal, its \
                QR code is printed as well.
                """
        )

        @Argument(help: "The name of a new vendor, as buyers see it.")
        var name: String?

        @Option(help: "The id of a vendor who is there already, for another browser of theirs.")
        var id: Int64?

        @OptionGroup var options: AdminOptions

        func validate() throws {
            if (name == nil) == (id == nil) { throw ValidationError("Give either the name of a new vendor, or --id.") }
        }

        var requests: [AdminRequest] {
            [.invitations(id.map { .inviteVendor($0) } ?? .inviteSeller(name: name ?? ""))]
        }
    }

    struct Invitations: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List all invitations, the newest first.")

        @OptionGroup var options: ShowOptions

        func run() async throws { try await options.show(.invitations(.listInvitations)) }
    }

    struct Revoke: RequestingCommand {
        static let configuration = CommandConfiguration(
            abstract: "End invitations that nobody has accepted.",
            discussion: "Who has accepted one is a seller as any other, whom 'vendor block' stops."
        )

        @Argument(help: "The numbers of the invitations.")
        var ids: [Int64]

        @OptionGroup var options: AdminOptions

        var requests: [AdminRequest] { ids.map { .invitations(.revokeInvitation($0)) } }
    }
}

extension AdminResponse {
    static func show(_ rows: [InvitationRow]) {
        RowTable<InvitationRow>([
            .init("ID", isRight: true) { $0.id }, .init("STATE") { $0.state },
            .init("VENDOR", isRight: true) { $0.vendor }, .init("NAME") { $0.name }, .init("MADE") { $0.createdAt },
            .init("BY") { $0.by }, .init("ENDS") { $0.endsAt },
        ]).show(rows, orElse: "No invitations yet.")
    }
}
