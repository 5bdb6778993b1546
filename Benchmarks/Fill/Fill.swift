import MarketSQLite

/// Fills a data folder with generated products, for benchmarks.
///
///     openmarket-bench-fill FOLDER COUNT [--attributes]
@main
struct Fill {
    static func main() async throws {
        var arguments = CommandLine.arguments
        let hasAttributes = arguments.last == "--attributes"
        if hasAttributes { arguments.removeLast() }
        guard arguments.count == 3, let count = Int(arguments[2]), count > 0 else {
            print("usage: openmarket-bench-fill FOLDER COUNT [--attributes]")
            return
        }
        let store = try await SQLiteProductStore(folder: arguments[1])
        try await store.fill(count: count, hasAttributes: hasAttributes)
        try await store.indexPendingProducts()
        try await store.close()
    }
}
