import ArgumentParser
import Foundation
import MarketServer

/// `openmarket vendor`.
struct VendorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vendor",
        abstract: "Look after the vendors: those who list products.",
        discussion: "Works while the server runs and while it does not.",
        subcommands: [Add.self, List.self, Block.self, Unblock.self]
    )

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a vendor beforehand.",
            discussion: """
                A vendor comes into being by itself when its identifier is first seen on a listing, unless \
                registration is closed. Some apps have their vendor's id built in: give it with --id, or make those \
                that are known with --known, before others take their ids.
                """
        )

        @Argument(help: "The vendor's name, as buyers see it.")
        var name: String?

        @Flag(help: "Make the six vendors whose ids surviving apps have built in, instead of one.")
        var known = false

        @Option(
            help: ArgumentHelp("What its app sends in the header 'identifier'. (default: a new one)", valueName: "uuid")
        )
        var identifier: String?

        @Option(help: ArgumentHelp("The id it is to have. (default: the next one)"))
        var id: Int64?

        @OptionGroup var options: AdminOptions

        func validate() throws {
            if known, name != nil || identifier != nil || id != nil {
                throw ValidationError("--known makes vendors with names and ids of their own: give nothing beside it.")
            }
            if !known, name == nil { throw ValidationError("Give the vendor's name, or --known.") }
        }

        func run() async throws {
            if known {
                let reply = try await options.perform(.addKnownVendors)
                reply.show()
                if case .vendorOutcomes(let outcomes) = reply, !outcomes.allSatisfy(\.isGood) { throw ExitCode.failure }
                return
            }
            let identifier = identifier ?? UUID().uuidString.lowercased()
            try await options.perform(.addVendor(name: name, identifier: identifier, id: id)).show()
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List all vendors.")

        @OptionGroup var options: AdminOptions

        func run() async throws {
            try await options.perform(.listVendors).show()
        }
    }

    struct Block: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a vendor list nothing more; what it has listed stays."
        )

        @Argument(help: "The vendor's id.")
        var id: Int64

        @OptionGroup var options: AdminOptions

        func run() async throws {
            try await options.perform(.setBlocked(vendor: id, isBlocked: true)).show()
        }
    }

    struct Unblock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let a blocked vendor list again.")

        @Argument(help: "The vendor's id.")
        var id: Int64

        @OptionGroup var options: AdminOptions

        func run() async throws {
            try await options.perform(.setBlocked(vendor: id, isBlocked: false)).show()
        }
    }
}
