import ArgumentParser
import Foundation
import MarketAPI
import MarketClient
import MarketModels

/// `openmarket edit`.
struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a product.",
        usage: "openmarket edit 42 --price 9900 --stock 3",
        discussion: """
            The password is checked first. Only what is given is changed, and nothing if somebody else changed the \
            product meanwhile.

            Pictures are named by their places, from 1. --pictures says which of them stay, in which order; pictures \
            that are added come behind them: --pictures 2,1 --add-picture new.jpg. With --pictures '' none stays.

            \(CommandExit.help)
            """
    )

    @Argument(help: "The product's id.")
    var id: Product.ID

    @OptionGroup(title: "What changes") var fields: ListingOptions

    @Option(help: ArgumentHelp("Which pictures stay, and in which order: 3,1,2.", valueName: "places"))
    var pictures: String?

    @Option(
        help: ArgumentHelp("A picture to be added; may be given several times.", valueName: "file"),
        completion: .file()
    )
    var addPicture: [String] = []

    @OptionGroup(title: "The password") var password: PasswordOptions

    @Flag(help: "Print the product as JSON, with the names that the HTTP API has.")
    var json = false

    @OptionGroup var market: MarketOptions

    func run() async throws {
        try await reporting {
            let patch = try fields.patch()
            let files = try addPicture.map { try PictureFileFacts(path: $0) }
            guard !patch.isEmpty || !files.isEmpty || pictures != nil else {
                throw ValidationError("Nothing is to be changed. 'openmarket help edit' lists what can be.")
            }
            let client = try await market.client()
            let unlocked = try await password.unlock(id, given: try password.given(), client, market)
            let (secret, product) = (unlocked.secret, unlocked.product)
            let kept = try Self.places(pictures, in: product)
            guard kept != [] || !files.isEmpty else {
                throw ValidationError("One picture must stay, or another be added with --add-picture.")
            }
            for file in files where Terminal.errors.isInteractive { Terminal.note(file.line) }
            let edit = ListingEdit(
                patch: patch,
                keptPictures: kept,
                newPictures: files.map(\.upload),
                version: product.version,
                entityTag: product.entityTag
            )
            let bar = ProgressBar("Sending")
            defer { bar.end() }
            let (id, sends) = (id, !files.isEmpty)
            let changed = try await withStopping {
                try await client.edit(id, edit, secret: secret) { if sends { bar.show($0) } }
            }
            bar.end()
            if json { return print(try ProductPrinting.json(changed)) }
            let printing = ProductPrinting(language: market.spoken)
            for line in printing.table([changed.listed]) { print(line) }
        }
    }

    /// The ids of the pictures that stay, from their places.
    static func places(_ text: String?, in product: DetailedProduct) throws -> [Picture.ID]? {
        guard let text else { return nil }
        var kept: [Picture.ID] = []
        for part in text.split(separator: ",") {
            let place = part.trimmingCharacters(in: .whitespaces)
            guard let number = Int(place), product.images.indices.contains(number - 1) else {
                throw ValidationError("There is no picture \(place): the product has \(product.images.count).")
            }
            let picture = product.images[number - 1].id
            guard !kept.contains(picture) else { throw ValidationError("Picture \(place) is named twice.") }
            kept.append(picture)
        }
        return kept
    }
}
