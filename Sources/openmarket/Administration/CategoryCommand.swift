import ArgumentParser
import MarketServer

/// The `openmarket category` command.
struct CategoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "category",
        abstract: "Manage the categories of products.",
        discussion: """
            A category has a name in addresses, which never changes, and a Korean and an English one that people see. \
            Categories have at most two levels. Works whether or not the server is running. If the settings of \
            'openmarket serve' define the categories, they are only listed here.
            """,
        subcommands: [List.self, Add.self, Rename.self, Move.self, Remove.self],
        defaultSubcommand: List.self
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List all categories.")

        @OptionGroup var options: AdminOptions

        func run() async throws { try await options.perform(.listCategories).show() }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a category, or bring a removed one back with the products that it had."
        )

        @Argument(help: "The name in addresses: lower-case letters, digits and hyphens.")
        var name: String

        @Option(name: .customLong("ko"), help: "The Korean name.")
        var koreanName: String

        @Option(name: .customLong("en"), help: "The English name.")
        var englishName: String

        @Option(name: .customLong("in"), help: ArgumentHelp("The category that contains it.", valueName: "name"))
        var parent: String?

        @OptionGroup var options: AdminOptions

        func run() async throws {
            try await options.perform(
                .addCategory(slug: name, koreanName: koreanName, englishName: englishName, parent: parent)
            ).show()
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change the names that people see. The name in addresses stays."
        )

        @Argument(help: "The name in addresses.")
        var name: String

        @Option(name: .customLong("ko"), help: "The Korean name.")
        var koreanName: String?

        @Option(name: .customLong("en"), help: "The English name.")
        var englishName: String?

        @OptionGroup var options: AdminOptions

        func validate() throws {
            if koreanName == nil, englishName == nil { throw ValidationError("Give a new name with --ko or --en.") }
        }

        func run() async throws {
            try await options.perform(
                .renameCategory(slug: name, koreanName: koreanName, englishName: englishName)
            ).show()
        }
    }

    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Move a category to the end of another level: with --in into a category, without it to the top."
        )

        @Argument(help: "The name in addresses.")
        var name: String

        @Option(name: .customLong("in"), help: ArgumentHelp("The category that contains it.", valueName: "name"))
        var parent: String?

        @OptionGroup var options: AdminOptions

        func run() async throws { try await options.perform(.moveCategory(slug: name, parent: parent)).show() }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a category. Its products move to the category that contains it, or to none."
        )

        @Argument(help: "The name in addresses.")
        var name: String

        @OptionGroup var options: AdminOptions

        func run() async throws { try await options.perform(.removeCategory(slug: name)).show() }
    }
}
