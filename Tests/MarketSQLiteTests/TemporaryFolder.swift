import Foundation
import MarketSQLite

/// Creates a temporary folder, and deletes it with its contents when the body ends.
func withTemporaryFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "market-sqlite-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}

/// Passes a new, empty store in a temporary folder.
func withStore(_ body: (SQLiteProductStore) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
        let store = try await SQLiteProductStore(folder: folder)
        try await body(store)
        try await store.close()
    }
}
