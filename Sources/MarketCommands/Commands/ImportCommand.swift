import ArgumentParser
import Foundation
import MarketClient
import MarketModels

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "List the products in a CSV or JSON file.",
        discussion: """
            The first line of a CSV file names its columns: name, price, and pictures are required; description, \
            currency, discount, stock (1), \(ListingField.attributes.map(\.rawValue).joined(separator: ", ")), state \
            (open), reserved_until (a day), reservation_note, contact, and password are optional; sale_price can stand \
            for discount. Tables of \
            WooCommerce and Shopify, and Korean headings, are read, too. Separate pictures with semicolons or commas; \
            their paths are relative to the file's folder. Categories and conditions can be named as the market shows \
            them. A JSON file is an array of objects with the same names, with pictures as an array. 'openmarket \
            export' writes both.

            A line without a currency is in the one that --currency names.

            Products without a password of their own get the one you give or are asked for. Passwords have at least \
            \(ListingRules.minimumPasswordLength) characters.

            You can stop an import with Ctrl-C and run it again: what was listed is recorded in a journal next to the \
            file and isn't listed again. A line that has changed since then counts as a new product.

            \(CommandExit.help)
            """
    )

    /// The maximum time that a product waits for the server's rate limit, which applies after the first thousand
    /// products.
    private static let retryAfterBudget = Duration.seconds(3600)

    @Argument(help: "The file.", completion: .file(extensions: ["csv", "json"]))
    var file: String

    @Flag(name: .customLong("check"), help: "Only check whether every line can be listed, without contacting a market.")
    var checksOnly = false

    @Option(
        help: ArgumentHelp("The currency of lines that name none. (default: KRW)", valueName: "code"),
        completion: .list(Currency.usual.map(\.rawValue))
    )
    var currency: String?

    @Option(help: "How many products to send at once, 1 to 16.")
    var jobs = 4

    @Option(
        help: ArgumentHelp(
            "The file that records what was listed. (default: the file's name and .journal)",
            valueName: "file"
        ),
        completion: .file()
    )
    var journal: String?

    @OptionGroup(title: "The password") var password: PasswordOptions

    @Flag(help: "Save the passwords on this machine, so that edit and delete don't ask for them.")
    var remember = false

    @OptionGroup var seller: SellerOptions

    @OptionGroup var market: MarketOptions

    func validate() throws {
        guard 1...16 ~= jobs else { throw ValidationError("--jobs must be from 1 to 16.") }
        _ = try chosenCurrency()
    }

    private func chosenCurrency() throws -> Currency { try currency.map(Currency.init(option:)) ?? .krw }

    func run() async throws {
        let contents = try ImportFile(path: file)
        if !contents.unknownHeadings.isEmpty {
            let names = contents.unknownHeadings.map { DisplayText.line($0) }.joined(separator: ", ")
            Terminal.note("Ignored unknown columns: \(names).")
        }
        let folder = URL(filePath: file).absoluteURL.deletingLastPathComponent()
        if checksOnly { return try report(ImportCheck(contents, folder: folder, currency: chosenCurrency())) }
        let journal = try ImportJournal(path: journal ?? file + ".journal", market: try market.address())
        let categories =
            contents.records.contains { $0.texts[ImportRecord.Column(.category)] != nil }
            ? try await market.client().categories() : nil
        let check = try ImportCheck(
            contents,
            folder: folder,
            currency: chosenCurrency(),
            categories: categories,
            isListed: journal.contains
        )
        try await list(check, journal)
    }

    private func report(_ check: ImportCheck) throws {
        show(check.problems)
        let all = DisplayText.count(check.lines.count + check.problems.count, "product")
        print("\(check.lines.count) of \(all) can be listed.")
        if !check.problems.isEmpty { throw CommandExit.partly }
    }

    private func list(_ check: ImportCheck, _ journal: ImportJournal) async throws {
        let waiting = check.lines.filter { !journal.contains($0) }
        let earlier = check.lines.count - waiting.count
        if earlier > 0 {
            let products = DisplayText.count(earlier, "product")
            Terminal.note("\(products) \(earlier == 1 ? "was" : "were") already listed and skipped.")
        }
        let started = ContinuousClock.now
        let outcome = try await send(waiting, journal)
        let problems = (check.problems + outcome.problems).sorted { $0.line < $1.line }
        show((problems + outcome.stateProblems).sorted { $0.line < $1.line })
        var summary = "Listed \(DisplayText.count(outcome.listed, "product"))"
        if outcome.listed > 0 { summary += " in \((ContinuousClock.now - started).components.seconds) s" }
        if !problems.isEmpty { summary += "; \(problems.count) couldn't be listed" }
        let remaining = waiting.count - outcome.done
        if remaining > 0 { summary += "; \(remaining) \(remaining == 1 ? "is" : "are") left" }
        let isAll = problems.isEmpty && outcome.stateProblems.isEmpty && remaining == 0
        print(Terminal.output.styled(summary + ".", isAll ? .green : .bold))
        if let end = outcome.end {
            Terminal.note("\(DisplayText.line(end.sentence)) Run the same command again to continue.")
            throw end.exit
        }
        if !problems.isEmpty || !outcome.stateProblems.isEmpty { throw CommandExit.partly }
    }

    /// Sends the products until all are sent or Ctrl-C is pressed.
    private func send(_ lines: [ImportLine], _ journal: ImportJournal) async throws -> Importer.Outcome {
        guard !lines.isEmpty else { return Importer.Outcome() }
        let asksNone = lines.allSatisfy { $0.password != nil }
        let common = asksNone ? "" : try password.promptForNew("Choose a password for all products")
        let client = try await market.client(seller: seller, retryAfterBudget: Self.retryAfterBudget)
        let (remembers, store, address) = (remember, market.store(), try market.address())
        let importer = Importer(client: client, jobs: jobs, password: common, journal: journal) { product, password in
            if remembers { try await store.save(password, of: product, in: address) }
        }
        let bar = ProgressBar("Listing")
        defer { bar.end() }
        bar.show(0, of: lines.count)
        return try await withStopping {
            try await importer.list(lines) { bar.show($0, of: lines.count) }
        }
    }

    private func show(_ problems: [ImportProblem]) {
        for problem in problems {
            Terminal.note("\(file), line \(problem.line): \(DisplayText.line(problem.sentence))")
        }
    }
}
