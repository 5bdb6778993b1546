import ArgumentParser
import Foundation
import MarketAPI
import MarketClient
import MarketModels

struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "List a product for sale.",
        usage: "openmarket add --name 'Oak chair' --price 120000 chair.jpg chair-back.jpg",
        discussion: """
            Pictures are 1 to \(ListingRules.maximumImageCount) JPEG, PNG, GIF, WebP, or HEIC files of up to \
            \(ImageLimits.maximumByteCount / 1_000_000) MB each; the first is the cover. The password has at least \
            \(ListingRules.minimumPasswordLength) characters. You'll need it for every later change, and it can't be \
            recovered.

            \(CommandExit.help)
            """
    )

    @Argument(help: ArgumentHelp("The picture files, in order.", valueName: "pictures"), completion: .file())
    var images: [String]

    @OptionGroup(title: "The product") var fields: ListingOptions
    @OptionGroup(title: "The password") var password: PasswordOptions

    @Flag(help: "Save the password on this machine, so that edit and delete don't ask for it.")
    var remember = false

    @OptionGroup var seller: SellerOptions

    @Flag(help: "Print the product as JSON, with the same names as the HTTP API.")
    var json = false

    @OptionGroup var market: MarketOptions

    func run() async throws {
        var fields = fields
        try await fields.attributes.findCategory(in: market)
        let draft = try fields.draft()
        try Self.check(draft, images: images)
        let files = try images.map { try ImageFileInfo(path: $0) }
        for file in files where Terminal.errors.isInteractive { Terminal.note(file.line) }
        let secret = try password.promptForNew("Choose a password for this product")
        let client = try await market.client(seller: seller)
        let bar = ProgressBar("Sending")
        let listing = NewListing(draft: draft, images: files.map(\.upload), secret: secret)
        defer { bar.end() }
        let product = try await withStopping {
            try await client.list(listing, key: UUID()) { bar.show($0) }
        }
        bar.end()
        if remember { try await market.store().save(secret, of: product.id, in: try market.address()) }
        if json { return print(try ProductPrinting.json(product)) }
        print("Listed product \(product.id.rawValue): \(try market.page(of: product.id).absoluteString)")
    }

    /// Reports all problems before asking for a password or sending anything.
    private static func check(_ draft: ProductDraft, images: [String]) throws {
        do {
            _ = try ListingRules.check(draft)
        } catch {
            throw ValidationError(error.all.map(\.optionSentence).joined(separator: "\n"))
        }
        guard ListingRules.imageCount ~= images.count else {
            throw ValidationError("A product needs 1 to \(ListingRules.maximumImageCount) pictures.")
        }
    }
}
