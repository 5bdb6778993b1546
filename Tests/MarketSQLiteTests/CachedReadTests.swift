import CSQLiteShim
import Foundation
import GRDB
import MarketCore
import MarketModels
import Testing

@testable import MarketSQLite

#if canImport(Glibc)
import Glibc
#endif

/// Reads that never wait for the disk.
struct CachedReadTests {
    private func fill(_ folder: String, count: Int) async throws {
        let store = try await SQLiteProductStore(folder: folder)
        _ = try await store.addVendor(.sample())
        for _ in 1...count { _ = try await store.add(.sample(of: 1)) }
        try await store.close()
    }

    /// Evicts a database from the kernel's page cache.
    private func evict(_ path: String) throws {
        let file = open(path, O_RDONLY)
        defer { close(file) }
        try #require(file >= 0)
        fsync(file)
        posix_fadvise(file, 0, 0, Int32(POSIX_FADV_DONTNEED))
    }

    /// Whether the files of a folder are on a disk. Those of `tmpfs` are always in memory.
    private func isOnDisk(_ folder: String) throws -> Bool {
        let mounts = try String(contentsOfFile: "/proc/mounts", encoding: .utf8).split(separator: "\n")
        let mount = mounts.map { $0.split(separator: " ") }.filter { folder.hasPrefix($0[1]) }
            .max { $0[1].count < $1[1].count }
        return mount?[2] != "tmpfs"
    }

    /// Returns what a read without waiting returns. On a busy machine, one may take longer than it may.
    private func repeated<Value>(_ read: () -> Value?) throws -> Value {
        for _ in 1...1_000 { if let value = read() { return value } }
        return try #require(read())
    }

    @Test func whatIsInMemoryIsReadWithoutWaiting() async throws {
        try await withTemporaryFolder { folder in
            try await fill(folder, count: 30)
            guard market_cached_reads_start(folder + "/market.sqlite") else { return }
            let store = try await SQLiteProductStore(folder: folder)
            let query = ProductQuery(window: .page(2), size: 10)
            let page = try repeated { store.pageWithoutWaiting(query) }
            #expect(try await store.page(query) == page)
            let id = Product.ID(rawValue: 7)
            let (product, revision) = try repeated { store.productWithoutWaiting(id) }
            #expect(try await store.product(id) == .found(product, revision))
            #expect(store.productWithoutWaiting(Product.ID(rawValue: 99)) == nil)
            // Its own write is seen at once.
            _ = try await store.add(.sample(of: 1))
            #expect(try repeated { store.pageWithoutWaiting(query) }.totalCount == 31)
            try await store.close()
            #expect(store.pageWithoutWaiting(query) == nil && store.productWithoutWaiting(id) == nil)
        }
    }

    @Test func whatIsOnlyOnTheDiskIsLeftToReadsThatWait() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/market.sqlite"
            try await fill(folder, count: 400)
            guard market_cached_reads_start(path), try isOnDisk(folder) else { return }
            // So small a cache of pages that SQLite has to read most of them again.
            let store = try await SQLiteProductStore(folder: folder, settings: ConnectionSettings(cacheKibibytes: 1))
            let ids = stride(from: Int64(1), through: 400, by: 7).map { Product.ID(rawValue: $0) }
            var refused: Set<Product.ID> = []
            // The kernel keeps pages that it is busy with, so that evicting is tried again.
            for _ in 1...20 where refused.count <= ids.count / 2 {
                for id in ids {
                    try evict(path)
                    if store.productWithoutWaiting(id) == nil { refused.insert(id) }
                }
            }
            #expect(refused.count > ids.count / 2)
            // A read that was refused leaves nothing behind: reads that wait, and writes, go on.
            for id in ids {
                guard case .found(let product, let revision) = try await store.product(id) else {
                    Issue.record("\(id) isn't found")
                    continue
                }
                let again = try repeated { store.productWithoutWaiting(id) }
                #expect(again.product == product && again.revision == revision)
            }
            try evict(path)
            _ = try await store.add(.sample(of: 1))
            #expect(try await store.page(ProductQuery(window: .page(1))).totalCount == 401)
            #expect(store.integrity.damage(of: .database) == nil)
            try await store.close()
        }
    }

    /// A request on an event loop must not hold up others.
    @Test func readThatTakesLongIsAborted() async throws {
        try await withTemporaryFolder { folder in
            try await fill(folder, count: 1)
            guard market_cached_reads_start(folder + "/market.sqlite") else { return }
            let store = try await SQLiteProductStore(folder: folder)
            let number = store.inlineReaders.readWithoutWaiting { try Int.fetchOne($0, sql: LongReaderTests.endless) }
            #expect(number == nil)
            #expect(try repeated { store.pageWithoutWaiting(ProductQuery(window: .page(1))) }.totalCount == 1)
            try await store.close()
        }
    }
}
