import ArgumentParser
import Foundation
import MarketServer

/// `openmarket product`.
struct ProductCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "product",
        abstract: "Manage products for sellers who can't.",
        discussion: "Works whether or not the server is running.",
        subcommands: [Remove.self, SetSecret.self]
    )

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove products and their pictures. This can't be undone."
        )

        @Argument(help: "The ids of the products.")
        var ids: [Int64]

        @OptionGroup var options: AdminOptions

        func run() async throws {
            for id in ids { try await options.perform(.removeProduct(id)).show() }
        }
    }

    struct SetSecret: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set-secret",
            abstract: "Give a product a new password, for a seller who lost the old one.",
            discussion: "You are asked for the password, or it is read from standard input, so that no shell keeps it."
        )

        @Argument(help: "The product's id.")
        var id: Int64

        @OptionGroup var options: AdminOptions

        func run() async throws {
            guard let secret = PasswordPrompt.read("New password for product \(id): "), !secret.isEmpty else {
                throw CommandFailure("No password was given.")
            }
            try await options.perform(.setSecret(product: id, secret: secret)).show()
        }
    }
}

/// Asks for a password without showing it.
enum PasswordPrompt {
    static func read(_ prompt: String) -> String? {
        guard isatty(STDIN_FILENO) == 1 else { return readLine() }
        FileHandle.standardError.write(Data(prompt.utf8))
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        let original = settings
        settings.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        defer {
            var original = original
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &original)
            FileHandle.standardError.write(Data("\n".utf8))
        }
        return readLine()
    }
}
