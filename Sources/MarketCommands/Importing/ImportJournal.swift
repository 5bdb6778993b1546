import Foundation
import MarketModels
import Synchronization

/// A file next to an import file that records the products listed so far, so that an import can be stopped and
/// repeated.
///
/// The first line is a random name of the import. Each line's `Idempotency-Key` is derived from it and is the same in
/// every run. A product whose response was lost is therefore not listed twice while the server remembers keys (24
/// hours).
final class ImportJournal: Sendable {
    private struct Entry: Codable {
        var journal: String?
        var market: String?
        var line: String?
        var product: Int64?
    }

    private let path: String
    private let market: String
    private let name: String
    private let handle: FileHandle
    private let products: Mutex<[String: Product.ID]>

    /// Opens or creates a journal.
    ///
    /// - Parameters:
    ///   - path: The path of the file, created if it doesn't exist.
    ///   - market: The market. Entries of other markets are ignored.
    init(path: String, market: URL) throws {
        self.path = path
        self.market = market.absoluteString
        // Each entry is appended, whichever process writes it.
        let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw CommandFailure(
                "Can't write \(path), which records what was listed. Choose another file with --journal."
            )
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw CommandFailure("Another import is using \(path). Wait until it finishes.")
        }
        let data = try handle.readToEnd() ?? Data()
        let entries = data.split(separator: UInt8(ascii: "\n")).compactMap {
            try? JSONDecoder().decode(Entry.self, from: $0)
        }
        if data.isEmpty {
            name = UUID().uuidString.lowercased()
            try handle.write(contentsOf: Self.encoded(Entry(journal: name)))
        } else {
            guard let known = entries.first?.journal else {
                throw CommandFailure("\(path) isn't an import journal. Choose another file with --journal.")
            }
            name = known
            // An entry truncated by a crash must not merge with the next one.
            if data.last != UInt8(ascii: "\n") { try handle.write(contentsOf: Data("\n".utf8)) }
        }
        var products: [String: Product.ID] = [:]
        for entry in entries where entry.market == self.market {
            if let line = entry.line, let product = entry.product { products[line] = Product.ID(rawValue: product) }
        }
        self.products = Mutex(products)
    }

    func key(of line: ImportLine) -> UUID {
        ContentDigest.uuid(of: [name, market, line.identity])
    }

    func contains(_ line: ImportLine) -> Bool {
        products.withLock { $0[line.identity] != nil }
    }

    func record(_ line: ImportLine, as product: Product.ID) throws {
        let entry = try Self.encoded(Entry(market: market, line: line.identity, product: product.rawValue))
        try products.withLock { products in
            products[line.identity] = product
            do {
                try handle.write(contentsOf: entry)
            } catch {
                throw CommandFailure(
                    "Can't write to \(path) anymore, so the import was stopped. Free up some space and run it again within a day."
                )
            }
        }
    }

    private static func encoded(_ entry: Entry) throws -> Data {
        try JSONEncoder().encode(entry) + Data("\n".utf8)
    }
}
