import ArgumentParser
import Foundation
import MarketAPI
import MarketClient
import MarketModels

struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a product.",
        usage: "openmarket edit 42 --price 9900 --stock 3",
        discussion: """
            The password is checked first. Only what you give is changed, and nothing if someone else changed the \
            product in the meantime.

            Pictures are numbered from 1. --pictures says which of them to keep, and in which order; added pictures \
            come after them: --pictures 2,1 --add-picture new.jpg. --pictures '' keeps none.

            \(CommandExit.help)
            """
    )

    @Argument(help: "The product's id.")
    var id: Product.ID

    @OptionGroup(title: "Changes") var fields: ListingOptions

    @Option(
        name: .customLong("pictures"),
        help: ArgumentHelp("Which pictures to keep, and in which order: 3,1,2.", valueName: "places")
    )
    var images: String?

    @Option(
        name: .customLong("add-picture"),
        help: ArgumentHelp("A picture to add; can be repeated.", valueName: "file"),
        completion: .file()
    )
    var addImage: [String] = []

    @OptionGroup(title: "The password") var password: PasswordOptions

    @Flag(help: "Print the product as JSON, with the same names as the HTTP API.")
    var json = false

    @OptionGroup var market: MarketOptions

    func run() async throws {
        var fields = fields
        try await fields.attributes.findCategory(in: market)
        let patch = try fields.patch()
        let files = try addImage.map { try ImageFileInfo(path: $0) }
        guard !patch.isEmpty || !files.isEmpty || images != nil else {
            throw ValidationError("There's nothing to change. See 'openmarket help edit' for what you can change.")
        }
        let client = try await market.client()
        let given = try password.passwordFromOptions()
        let (secret, product) = try await password.unlock(id, given: given, client, market)
        let kept = try Self.places(images, in: product)
        guard kept != [] || !files.isEmpty else {
            throw ValidationError("Keep at least one picture, or add one with --add-picture.")
        }
        for file in files where Terminal.errors.isInteractive { Terminal.note(file.line) }
        let edit = ListingEdit(
            patch: patch,
            keptImages: kept,
            newImages: files.map(\.upload),
            version: product.version,
            entityTag: product.entityTag
        )
        let bar = ProgressBar("Sending")
        defer { bar.end() }
        let (id, sends) = (id, !files.isEmpty)
        let changed = try await withStopping {
            try await client.update(id, with: edit, secret: secret) { if sends { bar.show($0) } }
        }
        bar.end()
        try market.show(changed, json: json)
    }

    /// Returns the ids of the images to keep, from their numbers.
    static func places(_ text: String?, in product: DetailedProduct) throws -> [ProductImage.ID]? {
        guard let text else { return nil }
        var kept: [ProductImage.ID] = []
        for part in text.split(separator: ",") {
            let place = part.trimmingCharacters(in: .whitespaces)
            guard let number = Int(place), product.images.indices.contains(number - 1) else {
                throw ValidationError("There's no picture \(place): the product has \(product.images.count).")
            }
            let image = product.images[number - 1].id
            guard !kept.contains(image) else { throw ValidationError("Picture \(place) is given twice.") }
            kept.append(image)
        }
        return kept
    }
}
