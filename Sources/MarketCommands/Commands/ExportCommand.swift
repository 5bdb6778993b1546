import ArgumentParser
import Foundation
import MarketAPI
import MarketClient
import MarketModels

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write products and their pictures to files that 'openmarket import' can read.",
        discussion: """
            The oldest product comes first, so that an import keeps the order. Reserved and sold products keep their \
            state. Passwords, contacts, and notes about reservations belong to the sellers and aren't exported.

            \(CommandExit.help)
            """
    )

    @Argument(
        help: "The file to write, ending in .csv or .json. Pictures go into a folder next to it.",
        completion: .file(extensions: ["csv", "json"])
    )
    var file: String

    @Option(help: ArgumentHelp("Only this vendor's products.", valueName: "id"))
    var vendor: Int64?

    @Option(help: ArgumentHelp("Only products that match these words.", valueName: "words"))
    var search: String?

    @Option(help: "How many products to fetch at once, 1 to 16.")
    var jobs = 4

    @Flag(help: "Overwrite the file and pictures that exist.")
    var force = false

    @OptionGroup var market: MarketOptions

    func validate() throws {
        guard ExportFormat(path: file) != nil else {
            throw ValidationError("The file name must end in .csv or .json.")
        }
        guard 1...16 ~= jobs else { throw ValidationError("--jobs must be from 1 to 16.") }
    }

    func run() async throws {
        guard force || !FileManager.default.fileExists(atPath: file) else {
            throw CommandFailure("\(file) already exists. Use --force to overwrite it.")
        }
        let client = try await market.client()
        let ids = try await ids(client)
        guard !ids.isEmpty else { throw CommandFailure("There's nothing to export.") }
        let command = self
        let count = try await withStopping { try await command.write(ids, client) }
        print("Wrote \(DisplayText.count(count, "product")) to \(file).")
    }

    /// Loads the ids of all matching products, oldest first.
    private func ids(_ client: MarketAPIClient) async throws -> [Product.ID] {
        let request = ProductListRequest(
            search: search ?? "",
            vendor: vendor.map { Vendor.ID(rawValue: $0) },
            size: 200
        )
        var ids: [Product.ID] = []
        for try await product in client.allProducts(request) { ids.append(product.id) }
        return ids.reversed()
    }

    /// - Returns: The number of products written, without those that were deleted in the meantime.
    private func write(_ ids: [Product.ID], _ client: MarketAPIClient) async throws -> Int {
        let place = URL(filePath: file).absoluteURL
        let folder = place.deletingLastPathComponent()
        let exporter = Exporter(
            client: client,
            folder: folder,
            imageFolder: place.deletingPathExtension().lastPathComponent + "-pictures",
            overwrites: force
        )
        try FileManager.default.createDirectory(
            at: folder.appending(path: exporter.imageFolder),
            withIntermediateDirectories: true
        )
        // The file is renamed into place only when it is complete.
        let draft = folder.appending(path: ".\(place.lastPathComponent).part")
        defer { try? FileManager.default.removeItem(at: draft) }
        let count = try await write(ids, exporter, to: draft)
        guard rename(draft.path(percentEncoded: false), place.path(percentEncoded: false)) == 0 else {
            throw CommandFailure("Can't write \(file): \(String(cString: strerror(errno))).")
        }
        return count
    }

    private func write(_ ids: [Product.ID], _ exporter: Exporter, to draft: URL) async throws -> Int {
        guard let format = ExportFormat(path: file) else { return 0 }
        try Data(format.head.utf8).write(to: draft)
        let handle = try FileHandle(forWritingTo: draft)
        defer { try? handle.close() }
        try handle.seekToEnd()
        var count = 0
        var tried = 0
        let bar = ProgressBar("Exporting")
        defer { bar.end() }
        bar.show(0, of: ids.count)
        for begin in stride(from: 0, to: ids.count, by: jobs) {
            let batch = ids[begin..<min(begin + jobs, ids.count)]
            for item in try await exporter.fetch(batch) {
                let text = try format.text(of: item.product, images: item.images)
                try handle.write(contentsOf: Data(((count > 0 ? format.separator : "") + text).utf8))
                count += 1
            }
            tried += batch.count
            bar.show(tried, of: ids.count)
        }
        try handle.write(contentsOf: Data(format.tail.utf8))
        return count
    }
}
