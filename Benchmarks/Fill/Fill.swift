import GeneratedListings
import MarketPostgres
import MarketSQLite

/// Fills a data folder, or a database of PostgreSQL, with generated products, for benchmarks.
///
///     openmarket-bench-fill FOLDER|URL COUNT [--attributes]
@main
struct Fill {
    static func main() async throws {
        var arguments = CommandLine.arguments
        let hasAttributes = arguments.last == "--attributes"
        if hasAttributes { arguments.removeLast() }
        guard arguments.count == 3, let count = Int(arguments[2]), count > 0 else {
            print("usage: openmarket-bench-fill FOLDER|URL COUNT [--attributes]")
            return
        }
        if arguments[1].contains("://") {
            let store = try await PostgresProductStore(settings: PostgresSettings(address: arguments[1]))
            try await store.fill(count: count, hasAttributes: hasAttributes)
            try await store.close()
        } else {
            let store = try await SQLiteProductStore(folder: arguments[1])
            try await store.fill(count: count, hasAttributes: hasAttributes)
            try await store.indexPendingProducts()
            try await store.close()
        }
    }
}
