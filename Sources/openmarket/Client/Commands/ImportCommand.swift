import ArgumentParser
import Foundation
import MarketClient
import MarketModels

/// `openmarket import`.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "List the products of a CSV or JSON file.",
        discussion: """
            The first line of a CSV file names its columns: name, price and pictures are needed; description, currency \
            (KRW), discount, stock (1), contact and password may be there. Several pictures are parted by semicolons; \
            their paths begin at the file's folder. A JSON file is an array of objects with the same names, its \
            pictures an array. 'openmarket export' writes both.

            Products without a password of their own get the one that is given or asked for.

            It can be stopped with Ctrl-C and repeated: what was listed is noted in a journal beside the file, and is \
            not listed again. A line that was changed since counts as a new product.

            \(CommandExit.help)
            """
    )

    @Argument(help: "The file.", completion: .file(extensions: ["csv", "json"]))
    var file: String

    @Flag(name: .customLong("check"), help: "Only look whether all lines could be listed. No market is asked.")
    var checksOnly = false

    @Option(help: "How many products are sent at once, 1 to 16.")
    var jobs = 4

    @Option(
        help: ArgumentHelp(
            "Where is noted what was listed. (default: the file's name and .journal)",
            valueName: "file"
        ),
        completion: .file()
    )
    var journal: String?

    @OptionGroup(title: "The password") var password: PasswordOptions

    @Flag(help: "Keep the passwords on this machine, so that edit and delete need not ask for them.")
    var remember = false

    @Option(help: ArgumentHelp("Your name as a seller; it is taken with your first listing.", valueName: "name"))
    var seller: String?

    @Option(help: ArgumentHelp("The identifier of a vendor whom the market knows already.", valueName: "uuid"))
    var identifier: String?

    @OptionGroup var market: MarketOptions

    func validate() throws {
        guard 1...16 ~= jobs else { throw ValidationError("--jobs is 1 to 16.") }
    }

    func run() async throws {
        try await reporting {
            let contents = try ImportFile(path: file)
            if !contents.unknownHeadings.isEmpty {
                let names = contents.unknownHeadings.map { DisplayText.line($0) }.joined(separator: ", ")
                Terminal.note("Passed over, for it means nothing here: \(names).")
            }
            let folder = URL(filePath: file).absoluteURL.deletingLastPathComponent()
            let check = ImportCheck(contents, folder: folder)
            if checksOnly { return try report(check) }
            try await list(check)
        }
    }

    private func report(_ check: ImportCheck) throws {
        show(check.problems)
        let all = DisplayText.count(check.lines.count + check.problems.count, "product")
        print("\(check.lines.count) of \(all) can be listed.")
        if !check.problems.isEmpty { throw CommandExit.partly }
    }

    private func list(_ check: ImportCheck) async throws {
        let journal = try ImportJournal(path: journal ?? file + ".journal", market: try market.address())
        let waiting = check.lines.filter { !journal.contains($0) }
        let earlier = check.lines.count - waiting.count
        if earlier > 0 {
            let products = DisplayText.count(earlier, "product")
            Terminal.note("\(products) \(earlier == 1 ? "was" : "were") listed before, and left alone.")
        }
        let started = ContinuousClock.now
        let outcome = try await send(waiting, journal)
        let problems = (check.problems + outcome.problems).sorted { $0.line < $1.line }
        show(problems)
        var summary = "Listed \(DisplayText.count(outcome.listed, "product"))"
        if outcome.listed > 0 { summary += " in \((ContinuousClock.now - started).components.seconds) s" }
        if !problems.isEmpty { summary += "; \(problems.count) could not be listed" }
        let left = waiting.count - outcome.done
        if left > 0 { summary += "; \(left) \(left == 1 ? "is" : "are") left" }
        let isAll = problems.isEmpty && left == 0
        print(Terminal.output.styled(summary + ".", isAll ? .green : .bold))
        if let end = outcome.end {
            Terminal.note("\(DisplayText.line(end.sentence)) The same command goes on with what is left.")
            throw end.exit
        }
        if !problems.isEmpty { throw CommandExit.partly }
    }

    /// Sends until all is sent or Ctrl-C is pressed.
    private func send(_ lines: [ImportLine], _ journal: ImportJournal) async throws -> Importer.Outcome {
        guard !lines.isEmpty else { return Importer.Outcome() }
        let asksNone = lines.allSatisfy { $0.password != nil }
        let common = asksNone ? "" : try password.ask("A password for all products", isNew: true)
        let client = try await market.client(seller: SellerName(name: seller, identifier: identifier))
        let (remembers, store, address) = (remember, market.store(), try market.address())
        let importer = Importer(client: client, jobs: jobs, password: common, journal: journal) { product, password in
            if remembers { try await store.keep(password, of: product, in: address) }
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
