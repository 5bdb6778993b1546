import ArgumentParser
import Foundation
import MarketCommands
import MarketCore
import MarketImages
import MarketModels
import MarketServer

struct ProductCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "product",
        abstract: "Manage products for sellers who can't.",
        discussion: "Works whether or not the server is running.",
        subcommands: [
            Waiting.self, Approve.self, Hide.self, Ask.self, Remove.self, GiveBack.self, Lock.self, Unlock.self,
            Erase.self, SetSecret.self,
        ]
    )

    struct Waiting: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the products that wait for approval, the newest first.",
            discussion: """
                With --registration approved, each new one waits, and so does a change of what others have seen. --json says \
                what that was. 'product hide' refuses it, with a reason.
                """
        )

        @OptionGroup var options: ShowOptions

        func run() async throws { try await options.show(.moderation(.listWaiting)) }
    }

    struct Approve: RequestingCommand {
        static let configuration = CommandConfiguration(abstract: "Show products that wait for approval to everybody.")

        @Argument(help: "The ids of the products.")
        var ids: [Int64]

        @OptionGroup var options: AdminOptions

        var requests: [AdminRequest] { ids.map { .moderation(.act(.approve, on: $0)) } }
    }

    struct Hide: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Hide a product from everybody but its seller, who sees the reason and can answer once."
        )

        @OptionGroup var listing: ListingActOptions

        @Flag(name: .customLong("reports"), help: "Uphold its open reports for the same reason.")
        var decidesReports = false

        func run() async throws { try await listing.perform(.hide, decidesReports: decidesReports) }
    }

    struct Ask: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Hide a product and ask its seller for a change.",
            discussion: """
                The reason says what to change. After an edit, the product is among the changed ones on the page of listings; \
                'openmarket product give-back' shows it again.
                """
        )

        @OptionGroup var listing: ListingActOptions

        func run() async throws { try await listing.perform(.ask) }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a product, which is deleted after 30 days.",
            discussion:
                "Until then, 'openmarket product give-back' undoes it. Its seller sees the reason and can answer once."
        )

        @OptionGroup var listing: ListingActOptions

        @Flag(name: .customLong("reports"), help: "Uphold its open reports for the same reason.")
        var decidesReports = false

        func run() async throws { try await listing.perform(.remove, decidesReports: decidesReports) }
    }

    struct GiveBack: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a product again that you have hidden or removed, or that reports have hidden.",
            discussion: """
                It gets the state that it had before, and reports don't hold it again. Those that are open and hold it now are \
                dismissed for the same reason.
                """
        )

        @OptionGroup var listing: ListingActOptions

        @Flag(name: .customLong("reports"), help: "Dismiss its open reports in any case.")
        var decidesReports = false

        func run() async throws { try await listing.perform(.giveBack, decidesReports: decidesReports) }
    }

    struct Lock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lock a product: everybody still sees it, and its seller can change neither it nor its state."
        )

        @OptionGroup var listing: ListingActOptions

        func run() async throws { try await listing.perform(.lock) }
    }

    struct Unlock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let the seller of a locked product change it again.")

        @OptionGroup var listing: ListingActOptions

        func run() async throws { try await listing.perform(.unlock) }
    }

    struct Erase: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Erase products and their pictures for good. This can't be undone.",
            discussion: """
                For illegal content and personal data; else 'openmarket product remove' will do. The log keeps the reason and \
                nothing of the product, so don't name in it what must be gone. Backups from before still have the product.
                """
        )

        @Argument(help: "The ids of the products.")
        var ids: [Int64]

        @Flag(name: .customLong("reports"), help: "Uphold their open reports for the same reason.")
        var decidesReports = false

        @OptionGroup var why: ReasonOptions

        @OptionGroup var confirmation: Confirmation

        @OptionGroup var options: AdminOptions

        func run() async throws {
            try confirmation.require()
            var isAnyErased = false
            for id in ids {
                if !confirmation.yes, try await !isConfirmed(id) {
                    Terminal.note("Product \(id) was not erased.")
                    continue
                }
                let request = AdminRequest.eraseProduct(id, reason: why.reason, decidesReports: decidesReports)
                try await options.perform(request).show()
                isAnyErased = true
            }
            let copies = isAnyErased ? try olderCopies(in: options.data.folder()) : []
            if !copies.isEmpty {
                Terminal.note(
                    "These copies from before may have it, too. Delete them when you don't need them any more:"
                )
                for copy in copies { Terminal.note("  \(copy)") }
            }
        }

        /// Returns what moves, restores and migrations have left in the data folder.
        private func olderCopies(in folder: String) throws -> [String] {
            let images = ImageFiles(folder: folder + "/images")
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return try names.sorted()
                .filter { name in
                    switch name {
                    case "backups": true
                    case "images":
                        try MarketFile.read(in: folder).objects != nil
                            && images.count() > 0
                    default: name.hasPrefix("moved-to-postgres-") || name.hasPrefix("replaced-")
                    }
                }
                .map { "\(folder)/\($0)" }
        }

        private func isConfirmed(_ id: Int64) async throws -> Bool {
            guard case .product(let name) = try await options.perform(.findProduct(id)) else { return false }
            return confirmation.isGiven(
                name.map { "Erase product \(id), \(DisplayText.line($0))?" }
                    ?? "Erase product \(id), which only its seller sees now?"
            )
        }
    }

    struct SetSecret: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set-secret",
            abstract: "Give a product a new password, for a seller who lost the old one.",
            discussion: """
                You are asked for the password, or it is read from standard input, so that no shell keeps it. It has at \
                least \(ListingRules.minimumPasswordLength) characters.
                """
        )

        @Argument(help: "The product's id.")
        var id: Int64

        @OptionGroup var options: AdminOptions

        func run() async throws {
            guard let secret = try PasswordPrompt.readOrLine("New password for product \(id): "), !secret.isEmpty else {
                throw CommandFailure("No password was given.")
            }
            try await options.perform(.setSecret(product: id, secret: secret)).show()
        }
    }
}

/// The options of what an operator does about a listing.
struct ListingActOptions: ParsableArguments {
    @Argument(help: "The product's id.")
    var id: Int64

    @OptionGroup var why: ReasonOptions

    @OptionGroup var options: AdminOptions

    /// Does it, and prints what became of it.
    func perform(_ act: ListingAct, decidesReports: Bool = false) async throws {
        try await options.perform(.act(act, on: id, reason: why.reason, decidesReports: decidesReports))
    }
}

extension AdminResponse {
    static func show(_ rows: [WaitingRow]) {
        RowTable<WaitingRow>([
            .init("ID", isRight: true) { $0.id }, .init("LISTED") { $0.listedAt },
            .init("VENDOR", isRight: true) { $0.vendor }, .init("SELLER") { $0.seller },
            .init("CHANGED") { $0.changes.isEmpty ? "-" : names(of: $0.changes) }, .init("NAME") { $0.name },
        ]).show(rows, orElse: "No product waits.")
    }

    /// The names of changed fields, in one line.
    static func names(of changes: [ChangeRow]) -> String {
        changes.map { $0.field == "images" ? "pictures" : $0.field }.joined(separator: ", ")
    }
}
