import ArgumentParser
import Foundation
import MarketCommands
import MarketCore
import MarketModels
import MarketServer
import MarketTexts

struct MarketCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "market",
        abstract: "Make the market your own: its name, contact, color and pages.",
        discussion: """
            Every page shows a change at once. Works whether or not the server is running. What the settings of \
            'openmarket serve' define is only shown here.

            \(ProfileField.allCases.map { "  \($0.name): \($0.sentence.replacing("`", with: ""))" }.joined(separator: "\n"))
            """,
        subcommands: [Show.self, Set.self, Unset.self, MarketLogoCommand.self, MarketPageCommand.self],
        defaultSubcommand: Show.self
    )

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show what is set, and the pages.")

        @OptionGroup var options: ShowOptions

        func run() async throws { try await options.show(.market(.show)) }
    }

    struct Set: RequestingCommand {
        static let configuration = CommandConfiguration(abstract: "Set a value.")

        @Argument(help: "Which: \(ProfileField.allCases.map(\.name).joined(separator: ", ")).")
        var key: String

        @Argument(help: "The value; several for links.")
        var value: [String]

        @OptionGroup var language: LanguageOption

        @OptionGroup var options: AdminOptions

        func validate() throws {
            guard value.count == 1 || key == ProfileField.links.name else {
                throw ValidationError("Give one value. If it has spaces, put it in quotation marks.")
            }
        }

        var requests: [AdminRequest] {
            [.market(.set(field: key, language: language.language, value: value.joined(separator: "\n")))]
        }
    }

    struct Unset: RequestingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a value, so that the usual one is shown again."
        )

        @Argument(help: "Which, as for 'set'.")
        var key: String

        @OptionGroup var language: LanguageOption

        @OptionGroup var options: AdminOptions

        var requests: [AdminRequest] { [.market(.unset(field: key, language: language.language))] }
    }
}

struct MarketLogoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logo",
        abstract: "Give the market a logo, or remove it.",
        discussion: """
            The square in the middle of the picture is in headers, tabs, the installed app, link previews and on printed sheets. \
            Transparent parts become white.
            """
    )

    @Argument(
        help:
            "The file of the picture: JPEG, PNG, GIF, WebP or HEIC, at least \(MarketLogo.leastSide) pixels wide and high."
    )
    var file: String?

    @Flag(help: "Remove the logo, so that the usual icon is shown again.")
    var remove = false

    @OptionGroup var options: AdminOptions

    func validate() throws {
        guard (file == nil) == remove else { throw ValidationError("Give the file of a picture, or --remove.") }
    }

    func run() async throws {
        guard let file else { return try await options.perform(.market(.removeLogo)).show() }
        let content: Data
        do {
            content = try Data(contentsOf: URL(filePath: file), options: .mappedIfSafe)
        } catch {
            throw CommandFailure.unreadable(file, error)
        }
        guard content.count <= ImageLimits.maximumByteCount else {
            throw CommandFailure("\(file) has more than \(ImageLimits.maximumByteCount) bytes.")
        }
        try await options.perform(.market(.setLogo(file: content))).show()
    }
}

/// The language of a value or a page.
struct LanguageOption: ParsableArguments {
    @Option(help: ArgumentHelp("The language: \(Language.codes).", valueName: "code"))
    var language: String?
}

struct MarketPageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "Write the pages that people read: \(kinds).",
        discussion: """
            A page is Markdown. HTML, pictures, and links to anything but http, https, mailto and tel are left out. A \
            template has gaps such as [your name]. A page with gaps can't be published.
            """,
        subcommands: [Template.self, Set.self, Show.self, Publish.self, Unpublish.self, Remove.self]
    )

    fileprivate static let kinds = MarketPage.Kind.allCases.map(\.rawValue).joined(separator: ", ")

    /// A page in one language.
    struct PageOptions: ParsableArguments {
        @Argument(help: "The page: \(kinds).")
        var page: String

        @Option(
            help: ArgumentHelp("The language: \(Language.codes).", valueName: "code")
        )
        var language: String
    }

    struct Template: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a template of a page, with what must be filled in.",
            discussion: "It isn't legal advice. Have someone who knows the law of your country read the page."
        )

        @OptionGroup var page: PageOptions

        func run() async throws {
            guard let kind = MarketPage.Kind(rawValue: page.page) else {
                throw ValidationError("There's no page '\(page.page)'. There are \(kinds).")
            }
            guard let language = Language(rawValue: page.language) else {
                throw ValidationError(
                    "'\(page.language)' is no language of the market. Give \(Language.codes)."
                )
            }
            print(PageTemplates(language: language)[kind], terminator: "")
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set the text of a page. People see it once the page is published."
        )

        @OptionGroup var page: PageOptions

        @Argument(help: "The file with the text in Markdown; '-' for standard input.")
        var file: String

        @OptionGroup var options: AdminOptions

        func run() async throws {
            let content: Data
            do {
                content =
                    file == "-"
                    ? try FileHandle.standardInput.readToEnd() ?? Data() : try Data(contentsOf: URL(filePath: file))
            } catch {
                throw CommandFailure.unreadable(file, error)
            }
            guard let text = String(validating: content, as: UTF8.self) else {
                throw CommandFailure("\(file) isn't a text in UTF-8.")
            }
            try await options.perform(
                .market(.setPage(kind: page.page, language: page.language, text: text))
            ).show()
        }
    }

    struct Show: RequestingCommand {
        static let configuration = CommandConfiguration(abstract: "Write the text of a page.")

        @OptionGroup var page: PageOptions

        @OptionGroup var options: AdminOptions

        var requests: [AdminRequest] { [.market(.showPage(kind: page.page, language: page.language))] }
    }

    struct Publish: RequestingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a page to everybody, with a link to it at the end of every page."
        )

        @Argument(help: "The page: \(kinds).")
        var page: String

        @OptionGroup var language: LanguageOption

        @OptionGroup var options: AdminOptions

        var requests: [AdminRequest] {
            [.market(.publishPage(kind: page, language: language.language, isPublished: true))]
        }
    }

    struct Unpublish: RequestingCommand {
        static let configuration = CommandConfiguration(abstract: "Hide a page. Its text stays.")

        @Argument(help: "The page: \(kinds).")
        var page: String

        @OptionGroup var language: LanguageOption

        @OptionGroup var options: AdminOptions

        var requests: [AdminRequest] {
            [.market(.publishPage(kind: page, language: language.language, isPublished: false))]
        }
    }

    struct Remove: RequestingCommand {
        static let configuration = CommandConfiguration(abstract: "Remove a page and its text.")

        @OptionGroup var page: PageOptions

        @OptionGroup var options: AdminOptions

        var requests: [AdminRequest] { [.market(.removePage(kind: page.page, language: page.language))] }
    }
}

extension AdminResponse {
    static func show(_ row: MarketRow) {
        var table = TextTable([
            .init(title: "KEY"), .init(title: "LANGUAGE"), .init(title: "FROM"),
            .init(title: "VALUE", isTruncated: true),
        ])
        table.rows = row.values.map { value in
            let source = value.isDefinedBySettings ? "settings" : value.value == nil ? "" : "command"
            return [.init(value.name), .init(value.language ?? ""), .init(source), .init(value.value ?? "")]
        }
        let origin = row.logo == nil ? "" : row.isLogoDefinedBySettings ? "settings" : "command"
        table.rows.append([.init("logo"), .init(""), .init(origin), .init(row.logo ?? "")])
        table.rows += row.pages.map { page in
            let state = page.isPublished ? "published" : page.gaps.isEmpty ? "not published" : "has gaps"
            return [.init("page \(page.kind)"), .init(page.language), .init("command"), .init(state)]
        }
        for line in table.lines(for: .output) { print(line) }
    }

    static func show(_ page: MarketRow.Page) {
        print(page.text, terminator: page.text.hasSuffix("\n") ? "" : "\n")
    }
}
