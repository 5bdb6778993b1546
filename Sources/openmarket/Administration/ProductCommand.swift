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
        subcommands: [Hide.self, GiveBack.self, Delete.self, SetSecret.self]
    )

    struct Hide: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Hide a product from everybody but its seller, who sees the reason and can answer once."
        )

        @Argument(help: "The product's id.")
        var id: Int64

        @OptionGroup var why: ReasonOptions

        @OptionGroup var options: AdminOptions

        func run() async throws { try await options.perform(.hideProduct(id, reason: why.reason)).show() }
    }

    struct GiveBack: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a product again that you or reports have hidden.",
            discussion: "It gets the state that it had before, and reports don't hold it again."
        )

        @Argument(help: "The product's id.")
        var id: Int64

        @OptionGroup var why: ReasonOptions

        @OptionGroup var options: AdminOptions

        func run() async throws { try await options.perform(.giveBackProduct(id, reason: why.reason)).show() }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete products and their pictures. This can't be undone."
        )

        @Argument(help: "The ids of the products.")
        var ids: [Int64]

        @OptionGroup var why: ReasonOptions

        @OptionGroup var confirmation: Confirmation

        @OptionGroup var options: AdminOptions

        func run() async throws {
            try confirmation.require()
            for id in ids {
                if !confirmation.yes, try await !isConfirmed(id) {
                    Terminal.note("Product \(id) was not deleted.")
                    continue
                }
                try await options.perform(.deleteProduct(id, reason: why.reason)).show()
            }
        }

        private func isConfirmed(_ id: Int64) async throws -> Bool {
            guard case .product(let name) = try await options.perform(.findProduct(id)) else { return false }
            return confirmation.isGiven(
                name.map { "Delete product \(id), \(DisplayText.line($0))?" }
                    ?? "Delete product \(id), which only its seller sees now?"
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
