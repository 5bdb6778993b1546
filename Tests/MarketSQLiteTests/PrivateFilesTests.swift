import Foundation
import MarketCore
import Testing

@testable import MarketSQLite

@Suite("A data folder is its owner's alone")
struct PrivateFilesTests {
    @Test func aFolderThatOthersCouldReadIsMendedAndNamed() async throws {
        try await withTemporaryFolder { parent in
            let folder = parent + "/market"
            try await SQLiteProductStore(folder: folder).close()
            let path = folder + "/market.sqlite"
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)

            let lock = try DataFolderLock(folder: folder)
            #expect(lock.exposedFiles.contains(.init(path: folder, isSecured: true)))
            #expect(lock.exposedFiles.contains(.init(path: path, isSecured: true)))
            #expect(try mode(folder) == 0o700)
            let store = try await SQLiteProductStore(lock: lock)
            _ = try await store.addVendor(.sample())
            for file in ["market.sqlite", "market.sqlite-wal", "market.sqlite-shm", "reserve"] {
                #expect(try mode("\(folder)/\(file)") == 0o600, "\(file)")
            }
            try await store.close()
            lock.release()
            #expect(try DataFolderLock(folder: folder).exposedFiles == [])
        }
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}
