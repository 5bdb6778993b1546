import ArgumentParser
import Foundation
import MarketAPI
import MarketClient
import MarketModels

struct StateCommand: AsyncParsableCommand {
    /// The states that a seller can choose.
    enum State: String, CaseIterable, ExpressibleByArgument {
        case open, reserved, sold, hidden
    }

    static let configuration = CommandConfiguration(
        commandName: "state",
        abstract: "Reserve a product, mark it as sold, hide it, or open it again.",
        usage: """
            openmarket state 42 reserved --until 2026-11-30 --note 'Minsu, Saturday'
            openmarket state 42 sold
            """,
        discussion: """
            While a product is reserved or sold, its contact isn't shown. A hidden product is shown to nobody but you. A \
            sold one leaves the lists after some days and stays at its address. An expired product \
            can be marked as sold, or is renewed first.

            \(CommandExit.help)
            """
    )

    @OptionGroup var authorization: SellerAuthorization

    @Argument(help: "The state: open, reserved, sold, or hidden.")
    var state: State

    @Option(
        help: ArgumentHelp(
            "The last day of a reservation: 2026-11-30. (default: the third day from today)",
            valueName: "day"
        )
    )
    var until: String?

    @Option(help: "A note about a reservation that only you see, up to 200 characters.")
    var note: String?

    func validate() throws {
        if state != .reserved, until != nil || note != nil {
            throw ValidationError("--until and --note are only for reserved.")
        }
        _ = try change()
    }

    func run() async throws {
        let change = try change()
        try await authorization.change { client, id, credential throws(MarketClientError) in
            try await client.changeState(of: id, to: change, by: credential)
        }
    }

    private func change() throws -> StateChange {
        switch state {
        case .open: return .open
        case .sold: return .sold
        case .hidden: return .hidden
        case .reserved:
            guard let until else { return .reserved(note: note) }
            guard let day = CalendarDay(until) else {
                throw ValidationError("'\(until)' isn't a day. Write it like 2026-11-30.")
            }
            return .reserved(until: day, note: note)
        }
    }
}
