import ArgumentParser
import Foundation
import MarketCore
import MarketServer

struct VendorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vendor",
        abstract: "Manage vendors, who list products.",
        discussion: "Works whether or not the server is running.",
        subcommands: [
            Add.self, Invite.self, Invitations.self, Revoke.self, List.self, Show.self, Rename.self, Block.self,
            Unblock.self, Contacts.self, BlockContact.self, UnblockContact.self,
        ]
    )

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a vendor in advance.",
            discussion: """
                A vendor is added automatically when its identifier first appears on a listing, unless registration \
                is closed. Some apps have their vendor's id built in: give it with --id, or add the known ones with \
                --known, before others take their ids.

                'vendor invite' makes a link for a browser: with a name it also adds the vendor.
                """
        )

        @Argument(help: "The vendor's name, as buyers see it.")
        var name: String?

        @Flag(help: "Add the vendors whose ids are built into surviving apps, instead of one.")
        var known = false

        @Option(
            help: ArgumentHelp("What its app sends in the 'identifier' header. (default: a new one)", valueName: "uuid")
        )
        var identifier: String?

        @Option(help: ArgumentHelp("The vendor's id. (default: the next one)"))
        var id: Int64?

        @OptionGroup var options: AdminOptions

        func validate() throws {
            if known, name != nil || identifier != nil || id != nil {
                throw ValidationError(
                    "--known adds vendors with their own names and ids. Don't give anything else with it."
                )
            }
            if !known, name == nil { throw ValidationError("Give the vendor's name, or --known.") }
        }

        func run() async throws {
            if known {
                let reply = try await options.perform(.addKnownVendors)
                reply.show()
                if case .partlyDone = reply { throw ExitCode.failure }
                return
            }
            let identifier = identifier ?? UUID().uuidString.lowercased()
            try await options.perform(.addVendor(name: name, identifier: identifier, id: id)).show()
        }
    }

    struct List: RequestingCommand {
        static let configuration = CommandConfiguration(abstract: "List all vendors.")

        @OptionGroup var options: AdminOptions

        var requests: [AdminRequest] { [.listVendors] }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a vendor, and others who may be the same person.",
            discussion: """
                These have given the same contact, the same browser holds rights for listings of both, or both have listed \
                from the same address within 30 days. Only the newest listings are looked at.
                """
        )

        @Argument(help: "The vendor's id, which 'vendor list' and 'show' print.")
        var id: Int64

        @OptionGroup var options: ShowOptions

        func run() async throws { try await options.show(.showVendor(id)) }
    }

    struct Rename: RequestingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a vendor another name.",
            discussion: """
                Nobody else can: what an app sends as its vendor's name counts only when its identifier is seen for the \
                first time. All products of the vendor show the new name at once, and are found by it. The seller is told on \
                My listings for 30 days.
                """
        )

        @Argument(help: "The vendor's id.")
        var id: Int64

        @Argument(help: "The name, as buyers see it.")
        var name: String

        @Option(help: ArgumentHelp("Why. The seller and the log are told.", valueName: "text"))
        var reason: String?

        @OptionGroup var options: AdminOptions

        var requests: [AdminRequest] { [.renameVendor(id, name: name, reason: reason)] }
    }

    struct Block: RequestingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Hide all listings of a vendor, and refuse edits, changes of state and new listings.",
            discussion: """
                The reason is shown to the seller. Unblocking shows again what this hides, and so does the end of the days. \
                Blocking again changes the end.
                """
        )

        @Argument(help: "The vendor's id.")
        var id: Int64

        @Option(
            help: ArgumentHelp("After how many days the block ends by itself. (default: never)", valueName: "number")
        )
        var days: Int?

        @Flag(
            name: .customLong("reports"),
            help: "Uphold the open reports about the vendor and its listings for the same reason."
        )
        var decidesReports = false

        @OptionGroup var why: ReasonOptions

        @OptionGroup var options: AdminOptions

        func validate() throws {
            guard days.map(ModerateListings.blockDays.contains) ?? true else {
                throw ValidationError("Give from 1 to \(ModerateListings.blockDays.upperBound) days.")
            }
        }

        var requests: [AdminRequest] {
            let reason = why.reason
            return [
                .setBlocked(vendor: id, isBlocked: true, days: days, reason: reason, decidesReports: decidesReports)
            ]
        }
    }

    struct Unblock: RequestingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a blocked vendor list again, and show again what the block has hidden."
        )

        @Argument(help: "The vendor's id.")
        var id: Int64

        @OptionGroup var why: ReasonOptions

        @OptionGroup var options: AdminOptions

        var requests: [AdminRequest] { [.setBlocked(vendor: id, isBlocked: false, reason: why.reason)] }
    }
}
