import ArgumentParser
import Foundation
import MarketCommands
import MarketCore
import MarketImages
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

        @OptionGroup var options: ShowOptions

        func run() async throws { try await options.show(.moderation(.listWaiting)) }
    }

    struct Approve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show products that wait for approval to everybody.")

        @Argument(help: "The ids of the products.")
        var ids: [Int64]

        @OptionGroup var options: AdminOptions

        func run() async throws {
            for id in ids { try await options.perform(.approve, on: id) }
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
            try await options.perform(.hide, on: id, reason: why.reason, decidesReports: decidesReports)
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

        func run() async throws { try await options.perform(.ask, on: id, reason: why.reason) }
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
            try await options.perform(.remove, on: id, reason: why.reason, decidesReports: decidesReports)
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
            try await options.perform(.giveBack, on: id, reason: why.reason, decidesReports: decidesReports)
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

        func run() async throws { try await options.perform(.lock, on: id, reason: why.reason) }
    }

    struct Unlock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let the seller of a locked product change it again.")

        @Argument(help: "The product's id.")
        var id: Int64

        @OptionGroup var why: ReasonOptions

        @OptionGroup var options: AdminOptions

        func run() async throws { try await options.perform(.unlock, on: id, reason: why.reason) }
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
                            && (0..<ImageFiles.partCount).contains { try !images.names(in: $0).isEmpty }
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

extension AdminOptions {
    /// Does something about a listing, and prints what became of it.
    fileprivate func perform(
        _ act: ListingAct,
        on id: Int64,
        reason: String = "",
        decidesReports: Bool = false
    ) async throws {
        let request = ModerationRequest.act(act, on: id, reason: reason, decidesReports: decidesReports)
        try await perform(.moderation(request)).show()
    }
}

extension ListingAct {
    /// What a command says that has done it.
    ///
    /// - Parameter isRepeated: whether only the reason is a new one.
    func sentence(about id: Int64, isRepeated: Bool) -> String {
        if isRepeated {
            let state =
                switch self {
                case .hide: "hidden"
                case .ask: "waiting for a change"
                case .remove: "removed"
                default: "locked"
                }
            return "Product \(id) was \(state) already. Its seller sees the reason that you have given now."
        }
        return switch self {
        case .hide: "Product \(id) is hidden. Its seller sees the reason."
        case .ask: "Product \(id) is hidden until its seller has changed it and you have looked."
        case .remove: "Product \(id) is removed, and is deleted in 30 days. 'openmarket product give-back' undoes it."
        case .giveBack: "Product \(id) has the state again that it had before."
        case .approve: "Everybody sees product \(id) now."
        case .lock: "Product \(id) is locked. Its seller sees the reason."
        case .unlock: "Product \(id) can be changed again."
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
