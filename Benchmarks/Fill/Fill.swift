import MarketSQLite

/// Fills a data folder with generated products, for benchmarks.
///
///     openmarket-bench-fill FOLDER COUNT
@main
struct Fill {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let count = Int(arguments[2]), count > 0 else {
            print("usage: openmarket-bench-fill FOLDER COUNT")
            return
        }
        let store = try await SQLiteProductStore(folder: arguments[1])
        try await store.fill(count: count)
        try await store.indexPendingProducts()
        try await store.close()
    }
}
