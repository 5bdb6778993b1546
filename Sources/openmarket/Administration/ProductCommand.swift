import ArgumentParser
import Foundation
import MarketCommands
import MarketModels
import MarketServer

/// The `openmarket product` command.
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

        @Flag(help: "Write JSON, for programs.")
        var json = false

        @OptionGroup var options: AdminOptions

        func run() async throws {
            let reply = try await options.perform(.moderation(.listWaiting))
            if json, case .waiting(let rows) = reply { return try printJSON(rows) }
            reply.show()
        }
    }

    struct Approve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show products that wait for approval to everybody.")

        @Argument(help: "The ids of the products.")
        var ids: [Int64]

        @OptionGroup var options: AdminOptions

        func run() async throws {
            for id in ids { try await options.perform(.moderation(.approveProduct(id))).show() }
        }
    }

    struct Hide: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Hide a product from everybody but its seller, who sees the reason and can answer once."
        )

        @Argument(help: "The product's id.")
        var id: Int64

        @Flag(name: .customLong("reports"), help: "Uphold its open reports for the same reason.")
        var decidesReports = false

        @OptionGroup var why: ReasonOptions

        @OptionGroup var options: AdminOptions

        func run() async throws {
            try await options.perform(.moderation(.hideProduct(id, reason: why.reason, decidesReports: decidesReports)))
                .show()
        }
    }

    struct Ask: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Hide a product and ask its seller for a change.",
            discussion: """
                The reason says what to change. After an edit, the product is among the changed ones on the page of listings; \
                'openmarket product give-back' shows it again.
                """
        )

        @Argument(help: "The product's id.")
        var id: Int64

        @OptionGroup var why: ReasonOptions

        @OptionGroup var options: AdminOptions

        func run() async throws { try await options.perform(.moderation(.askForChange(id, reason: why.reason))).show() }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a product, which is deleted after 30 days.",
            discussion:
                "Until then, 'openmarket product give-back' undoes it. Its seller sees the reason and can answer once."
        )

        @Argument(help: "The product's id.")
        var id: Int64

        @Flag(name: .customLong("reports"), help: "Uphold its open reports for the same reason.")
        var decidesReports = false

        @OptionGroup var why: ReasonOptions

        @OptionGroup var options: AdminOptions

        func run() async throws {
            try await options.perform(
                .moderation(.removeProduct(id, reason: why.reason, decidesReports: decidesReports))
            ).show()
        }
    }

    struct GiveBack: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a product again that you have hidden or removed, or that reports have hidden.",
            discussion: """
                It gets the state that it had before, and reports don't hold it again. Those that are open and hold it now are \
                dismissed for the same reason.
                """
        )

        @Argument(help: "The product's id.")
        var id: Int64

        @Flag(name: .customLong("reports"), help: "Dismiss its open reports in any case.")
        var decidesReports = false

        @OptionGroup var why: ReasonOptions

        @OptionGroup var options: AdminOptions

        func run() async throws {
            let request = AdminRequest.moderation(
                .giveBackProduct(id, reason: why.reason, decidesReports: decidesReports)
            )
            try await options.perform(request).show()
        }
    }

    struct Lock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lock a product: everybody still sees it, and its seller can change neither it nor its state."
        )

        @Argument(help: "The product's id.")
        var id: Int64

        @OptionGroup var why: ReasonOptions

        @OptionGroup var options: AdminOptions

        func run() async throws {
            try await options.perform(.moderation(.setLocked(product: id, isLocked: true, reason: why.reason))).show()
        }
    }

    struct Unlock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let the seller of a locked product change it again.")

        @Argument(help: "The product's id.")
        var id: Int64

        @OptionGroup var why: ReasonOptions

        @OptionGroup var options: AdminOptions

        func run() async throws {
            try await options.perform(.moderation(.setLocked(product: id, isLocked: false, reason: why.reason))).show()
        }
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
            for id in ids {
                if !confirmation.yes, try await !isConfirmed(id) {
                    Terminal.note("Product \(id) was not erased.")
                    continue
                }
                let request = AdminRequest.eraseProduct(id, reason: why.reason, decidesReports: decidesReports)
                try await options.perform(request).show()
            }
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
            try await reporting {
                guard let secret = try PasswordPrompt.readOrLine("New password for product \(id): "), !secret.isEmpty
                else {
                    throw CommandFailure("No password was given.")
                }
                try await options.perform(.setSecret(product: id, secret: secret)).show()
            }
        }
    }
}

extension AdminResponse {
    static func show(_ rows: [WaitingRow]) {
        guard !rows.isEmpty else { return print("No product waits.") }
        var table = TextTable([
            .init(title: "ID", isRight: true), .init(title: "LISTED"), .init(title: "VENDOR", isRight: true),
            .init(title: "SELLER"), .init(title: "CHANGED"), .init(title: "NAME"),
        ])
        table.rows = rows.map { row in
            [
                .init(String(row.id)), .init(row.listedAt), .init(String(row.vendor)), .init(row.seller),
                .init(row.changes.isEmpty ? "-" : names(of: row.changes)), .init(row.name),
            ]
        }
        for line in table.lines(for: .output) { print(line) }
    }

    /// The names of changed fields, in one line.
    static func names(of changes: [ChangeRow]) -> String {
        changes.map { $0.field == "images" ? "pictures" : $0.field }.joined(separator: ", ")
    }
}
