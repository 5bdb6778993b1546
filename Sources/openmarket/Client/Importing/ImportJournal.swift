import Foundation
import MarketModels
import Synchronization

/// What of a file has been listed already, in a file beside it, so that an import can be stopped and repeated.
///
/// The first line is a random name of this import. With it each line of the file gets its `Idempotency-Key`, the same
/// in every run: a product whose answer was lost is not listed twice, for as long as the market remembers keys (24
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

    /// - Parameters:
    ///   - path: made if it is not there.
    ///   - market: what was listed in another market counts for nothing here.
    init(path: String, market: URL) throws {
        self.path = path
        self.market = market.absoluteString
        // Each entry goes behind all others, whoever wrote them.
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
            // What a crash cut off must not swallow the next line.
            if data.last != UInt8(ascii: "\n") { try handle.write(contentsOf: Data("\n".utf8)) }
        }
        var products: [String: Product.ID] = [:]
        for entry in entries where entry.market == self.market {
            if let line = entry.line, let product = entry.product { products[line] = Product.ID(rawValue: product) }
        }
        self.products = Mutex(products)
    }

    /// What a line's request is called.
    func key(of line: ImportLine) -> UUID {
        ContentDigest.uuid(of: [name, market, line.identity])
    }

    func contains(_ line: ImportLine) -> Bool {
        products.withLock { $0[line.identity] != nil }
    }

    func note(_ line: ImportLine, is product: Product.ID) throws {
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
