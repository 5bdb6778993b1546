import ArgumentParser
import MarketAPI
import MarketModels
import MarketServer

struct CategoryCommand: AsyncParsableCommand {
    private static let languages = Language.allCases.map(\.englishName).joined(separator: " and ")

    static let configuration = CommandConfiguration(
        commandName: "category",
        abstract: "Manage the categories of products.",
        discussion: """
            A category has a name in addresses, which never changes, and names in \(languages) that people see. \
            Categories have at most two levels. Works whether or not the server is running. If the settings of \
            'openmarket serve' define the categories, they are only listed here.
            """,
        subcommands: [List.self, Add.self, Rename.self, Move.self, Remove.self],
        defaultSubcommand: List.self
    )

    struct List: RequestingCommand {
        static let configuration = CommandConfiguration(abstract: "List all categories.")

        @OptionGroup var options: AdminOptions

        var requests: [AdminRequest] { [.listCategories] }
    }

    struct Add: RequestingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a category, or bring a removed one back with the products that it had."
        )

        @Argument(help: "The name in addresses: lower-case letters, digits and hyphens.")
        var name: String

        @OptionGroup var names: CategoryNameOptions

        @Option(name: .customLong("in"), help: ArgumentHelp("The category that contains it.", valueName: "name"))
        var parent: String?

        @OptionGroup var options: AdminOptions

        func validate() throws {
            guard let missing = Language.allCases.first(where: { names.texts[$0] == nil }) else { return }
            throw ValidationError("Missing expected argument '--\(missing.rawValue) <\(missing.rawValue)>'")
        }

        var requests: [AdminRequest] { [.addCategory(slug: name, names: names.texts, parent: parent)] }
    }

    struct Rename: RequestingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change the names that people see. The name in addresses stays."
        )

        @Argument(help: "The name in addresses.")
        var name: String

        @OptionGroup var names: CategoryNameOptions

        @OptionGroup var options: AdminOptions

        func validate() throws {
            if names.texts.isEmpty {
                let options = Language.allCases.map { "--\($0.rawValue)" }.joined(separator: " or ")
                throw ValidationError("Give a new name with \(options).")
            }
        }

        var requests: [AdminRequest] { [.renameCategory(slug: name, names: names.texts)] }
    }

    struct Move: RequestingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Move a category to the end of another level: with --in into a category, without it to the top."
        )

        @Argument(help: "The name in addresses.")
        var name: String

        @Option(name: .customLong("in"), help: ArgumentHelp("The category that contains it.", valueName: "name"))
        var parent: String?

        @OptionGroup var options: AdminOptions

        var requests: [AdminRequest] { [.moveCategory(slug: name, parent: parent)] }
    }

    struct Remove: RequestingCommand {
        static let configuration = CommandConfiguration(
            abstract: """
                Remove a category. Its products move to the category that contains it, or to none, and the categories in it to \
                the end of the top.
                """
        )

        @Argument(help: "The name in addresses.")
        var name: String

        @OptionGroup var options: AdminOptions

        var requests: [AdminRequest] { [.removeCategory(slug: name)] }
    }
}

/// The options for the names of a category, one for each language: `--ko 렌즈`.
struct CategoryNameOptions: ParsableArguments, CustomReflectable {
    /// The names that were given.
    private(set) var texts: [Language: String] = [:]

    init() {}

    /// Reads the options. ArgumentParser finds them in the mirror.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: NamedKey.self)
        for language in Language.allCases {
            texts[language] = try values.decode(Option<String?>.self, forKey: NamedKey(language.rawValue)).wrappedValue
        }
    }

    var customMirror: Mirror {
        let options = Language.allCases.map { language in
            Option<String?>(name: .customLong(language.rawValue), help: "The \(language.englishName) name.")
        }
        return Mirror(self, children: zip(Language.allCases, options).map { (label: $0.rawValue, value: $1) })
    }
}
