import ArgumentParser
import Foundation
import MarketCommands
import MarketModels
import MarketServer

struct OperatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator",
        abstract: "Say who moderates the market in a browser.",
        discussion: """
            An operator signs in at /operator with a link that works once, within 10 minutes. Works whether or not the \
            server is running.
            """,
        subcommands: [Add.self, List.self, Link.self, Remove.self, Sessions.self, End.self, Feed.self, Key.self]
    )

    /// What somebody may do.
    enum Role: String, ExpressibleByArgument, CaseIterable {
        case `operator`, moderator
    }

    struct Add: RequestingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add an operator, and create a link with which they sign in.",
            discussion: """
                A moderator decides about reports, listings and sellers. An operator does everything, and also says who \
                else may.
                """
        )

        @Argument(help: "A name, which the log shows.")
        var name: String

        @Option(help: "What they may do.")
        var role: Role = .operator

        @OptionGroup var options: AdminOptions

        var requests: [AdminRequest] { [.operators(.addOperator(name: name, isModerator: role == .moderator))] }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List all operators.")

        @OptionGroup var options: ShowOptions

        func run() async throws { try await options.show(.operators(.listOperators)) }
    }

    struct Link: RequestingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a link with which an operator signs in. It ends an earlier one."
        )

        @Argument(help: "The operator's name. It may be left out if there is only one operator, or none yet.")
        var name: String?

        @OptionGroup var options: AdminOptions

        var requests: [AdminRequest] { [.operators(.linkOperator(name: name))] }
    }

    struct Feed: RequestingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create the address of a feed that shows an operator what waits. It ends an earlier one.",
            discussion: """
                The feed has the newest open reports and changed listings, and no contacts. Whoever knows the address can \
                read it, until it is replaced or ended, or its operator is removed.
                """
        )

        @Argument(help: "The operator's name.")
        var name: String

        @OptionGroup var language: LanguageOption

        @Flag(help: "End the feed instead.")
        var end = false

        @OptionGroup var options: AdminOptions

        func validate() throws {
            if let code = language.language, Language(rawValue: code) == nil {
                throw ValidationError("The language must be \(Language.codes).")
            }
        }

        var requests: [AdminRequest] {
            [.operators(end ? .endFeed(name: name) : .makeFeed(name: name, language: language.language))]
        }
    }

    struct Key: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Manage keys with which programs do over the API what operators do.",
            subcommands: [Add.self, List.self, End.self]
        )

        struct Add: RequestingCommand {
            static let configuration = CommandConfiguration(
                abstract: "Create a key, and print it once.",
                discussion: """
                    A program sends it as 'Authorization: Bearer KEY'. It can do what its operator may, but neither \
                    erase anything nor change settings, and ends with its operator or a restored backup.
                    """
            )

            @Argument(help: "The operator's name.")
            var name: String

            @Argument(help: "What the key is for, which the log shows.")
            var purpose: String

            @OptionGroup var options: AdminOptions

            var requests: [AdminRequest] { [.operators(.makeKey(operator: name, name: purpose))] }
        }

        struct List: AsyncParsableCommand {
            static let configuration = CommandConfiguration(abstract: "List all keys.")

            @OptionGroup var options: ShowOptions

            func run() async throws { try await options.show(.operators(.listKeys)) }
        }

        struct End: RequestingCommand {
            static let configuration = CommandConfiguration(abstract: "End keys.")

            @Argument(help: "The numbers of the keys.")
            var ids: [Int64]

            @OptionGroup var options: AdminOptions

            var requests: [AdminRequest] { ids.map { .operators(.endKey($0)) } }
        }
    }

    struct Remove: RequestingCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove an operator, whose sessions end. The last one who isn't a moderator stays."
        )

        @Argument(help: "The operator's name.")
        var name: String

        @OptionGroup var options: AdminOptions

        var requests: [AdminRequest] { [.operators(.removeOperator(name: name))] }
    }

    struct Sessions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the browsers in which operators are signed in.")

        @OptionGroup var options: ShowOptions

        func run() async throws { try await options.show(.operators(.listSessions)) }
    }

    struct End: RequestingCommand {
        static let configuration = CommandConfiguration(abstract: "Sign operators out of browsers.")

        @Argument(help: "The numbers of the sessions.")
        var ids: [Int64]

        @OptionGroup var options: AdminOptions

        var requests: [AdminRequest] { ids.map { .operators(.endSession($0)) } }
    }
}

extension AdminResponse {
    static func show(_ rows: [OperatorRow]) {
        RowTable<OperatorRow>([
            .init("NAME") { $0.name }, .init("ROLE") { $0.role }, .init("ADDED") { $0.addedAt },
        ]).show(rows, orElse: "No operators yet.")
    }

    static func show(_ rows: [KeyRow]) {
        RowTable<KeyRow>([
            .init("ID", isRight: true) { $0.id }, .init("NAME") { $0.name }, .init("OPERATOR") { $0.by },
            .init("ROLE") { $0.role }, .init("CREATED") { $0.madeAt },
        ]).show(rows, orElse: "No keys yet.")
    }

    static func show(_ rows: [SessionRow]) {
        RowTable<SessionRow>([
            .init("ID", isRight: true) { $0.id }, .init("NAME") { $0.name }, .init("BROWSER") { $0.browser },
            .init("SINCE") { $0.startedAt }, .init("LAST USED") { $0.usedAt },
        ]).show(rows, orElse: "Nobody is signed in.")
    }
}
