import Foundation
import Testing

@testable import MarketSQLite

@Suite("The lock of a data folder")
struct FolderLockTests {
    @Test func aSecondLockIsRefusedWithTheHoldersNumber() async throws {
        try await withTemporaryFolder { folder in
            let lock = try DataFolderLock(folder: folder)
            let me = ProcessInfo.processInfo.processIdentifier
            #expect(throws: StoreOpeningError.folderInUse(folder: folder, processID: me)) {
                _ = try DataFolderLock(folder: folder)
            }
            lock.release()
            _ = try DataFolderLock(folder: folder)
        }
    }

    @Test func whetherALockIsHeldIsToldWithoutAWrite() async throws {
        try await withTemporaryFolder { folder in
            #expect(!DataFolderLock.isHeld(folder))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
            let lock = try DataFolderLock(folder: folder)
            #expect(DataFolderLock.isHeld(folder))
            lock.release()
            #expect(!DataFolderLock.isHeld(folder))
        }
    }

    /// A backup isn't made anew while it is being restored, in as many folders as anybody likes.
    @Test func aFolderThatIsHeldIsNotLockedUntilNobodyHoldsIt() async throws {
        try await withTemporaryFolder { folder in
            try #require(FolderHold(folder)).end()
            let lock = try DataFolderLock(folder: folder)
            #expect(FolderHold(folder).map { $0.end() } == nil)
            lock.release()
            let (one, other) = (try #require(FolderHold(folder)), try #require(FolderHold(folder)))
            #expect(throws: StoreOpeningError.self) { _ = try DataFolderLock(folder: folder) }
            one.end()
            #expect(throws: StoreOpeningError.self) { _ = try DataFolderLock(folder: folder) }
            other.end()
            try DataFolderLock(folder: folder).release()
        }
    }

    @Test func aSecondStoreInTheSameFolderIsRefused() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            await #expect(throws: StoreOpeningError.self) { _ = try await SQLiteProductStore(folder: folder) }
            try await store.close()
            try await SQLiteProductStore(folder: folder).close()
        }
    }

    /// A child process that is being started has all descriptors until its program is executed.
    @Test func aReleasedLockIsFreeAlthoughAChildStillHasItsDescriptor() async throws {
        try await withTemporaryFolder { folder in
            let lock = try DataFolderLock(folder: folder)
            let path = URL(filePath: folder).resolvingSymlinksInPath().path + "/lock"
            let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(
                Int32.init
            )
            let held = descriptors.first {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
            }
            // Like a child's, this copy shares the lock.
            let copy = dup(try #require(held))
            defer { close(copy) }
            lock.release()
            _ = try DataFolderLock(folder: folder)
        }
    }

    @Test func aLockThatIsGivenToAStoreStaysWithItsOwner() async throws {
        try await withTemporaryFolder { folder in
            let lock = try DataFolderLock(folder: folder)
            try await SQLiteProductStore(lock: lock).close()
            #expect(throws: StoreOpeningError.self) { _ = try DataFolderLock(folder: folder) }
            lock.release()
        }
    }

    /// `flock`(1) holds the lock like another process, and is killed with SIGKILL.
    @Test func anotherProcessHoldsTheFolderUntilItIsKilled() async throws {
        try await withTemporaryFolder { folder in
            let other = Process()
            other.executableURL = URL(filePath: "/usr/bin/flock")
            // It says that it has the lock.
            other.arguments = ["--no-fork", folder + "/lock", "sh", "-c", "echo; exec sleep 600"]
            let said = Pipe()
            other.standardOutput = said
            try other.run()
            defer { if other.isRunning { other.terminate() } }
            _ = try said.fileHandleForReading.read(upToCount: 1)
            #expect(throws: StoreOpeningError.self) { _ = try DataFolderLock(folder: folder) }
            kill(other.processIdentifier, SIGKILL)
            other.waitUntilExit()
            _ = try DataFolderLock(folder: folder)
        }
    }

    #if os(Linux)
    /// `/proc` refuses to sync a folder as CIFS does, with `EINVAL`.
    @Test func aFolderThatCannotBeSyncedIsRefusedWithItsFileSystem() async throws {
        #expect(
            throws: StoreOpeningError.folderNotSyncable(
                folder: "/proc/self/fd",
                fileSystem: "proc",
                reason: "Invalid argument"
            )
        ) { try DataFolderLock.checkSync("/proc/self/fd") }
        // The images can be on another file system than the database.
        try await withTemporaryFolder { folder in
            try FileManager.default.createSymbolicLink(atPath: folder + "/images", withDestinationPath: "/proc/self/fd")
            #expect(throws: StoreOpeningError.self) { _ = try DataFolderLock(folder: folder) }
            // The refusal leaves no lock.
            try FileManager.default.removeItem(atPath: folder + "/images")
            _ = try DataFolderLock(folder: folder)
        }
    }
    #endif

    @Test(arguments: ["a link", "a second name"])
    func aLockThatIsAnotherFileIsRefusedAndTheFileStays(kind: String) async throws {
        try await withTemporaryFolder { folder in
            let (file, lock) = (folder + "/shadow", folder + "/market/lock")
            try FileManager.default.createDirectory(atPath: folder + "/market", withIntermediateDirectories: true)
            try Data("root's".utf8).write(to: URL(filePath: file))
            if kind == "a link" {
                try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: file)
            } else {
                try FileManager.default.linkItem(atPath: file, toPath: lock)
            }
            #expect(throws: StoreOpeningError.self) { _ = try DataFolderLock(folder: folder + "/market") }
            #expect(FileManager.default.contents(atPath: file) == Data("root's".utf8))
            try FileManager.default.removeItem(atPath: lock)
            _ = try DataFolderLock(folder: folder + "/market")
        }
    }

    @Test(arguments: [["letter.txt"], ["incoming", "images"], ["reserve"], [".profile", "site"]])
    func aFolderWithOtherFilesIsNoMarkets(names: [String]) async throws {
        try await withTemporaryFolder { folder in
            for name in names { try Data().write(to: URL(filePath: "\(folder)/\(name)")) }
            #expect(throws: StoreOpeningError.folderOfOthers(folder: folder)) {
                try DataFolderLock.refuseOtherFiles(in: folder)
            }
            // Once it was a market's, what else is in it doesn't matter.
            for own in ["lock", "market.json", "market.sqlite"] {
                try Data().write(to: URL(filePath: "\(folder)/\(own)"))
                try DataFolderLock.refuseOtherFiles(in: folder)
                try FileManager.default.removeItem(atPath: "\(folder)/\(own)")
            }
        }
    }

    @Test(arguments: [[], ["images"], ["lost+found", ".profile", "images"]])
    func aFolderWithNothingOfOthersMayBecomeAMarkets(names: [String]) async throws {
        try await withTemporaryFolder { folder in
            for name in names { try Data().write(to: URL(filePath: "\(folder)/\(name)")) }
            try DataFolderLock.refuseOtherFiles(in: folder)
            try DataFolderLock.refuseOtherFiles(in: folder + "/that isn't there")
        }
    }

    @Test func aReserveThatIsALinkIsNotFilled() async throws {
        try await withTemporaryFolder { folder in
            let file = folder + "/file"
            try Data("root's".utf8).write(to: URL(filePath: file))
            try FileManager.default.createDirectory(atPath: folder + "/market", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: folder + "/market/reserve", withDestinationPath: file)
            try await SQLiteProductStore(folder: folder + "/market").close()
            #expect(FileManager.default.contents(atPath: file) == Data("root's".utf8))
        }
    }

    @Test func aFolderThatCannotBeMadeIsNotWritable() async throws {
        try await withTemporaryFolder { folder in
            try Data().write(to: URL(filePath: folder + "/file"))
            try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "/disk/market")
            let reasons = [
                "file/market": "Not a directory", "file": "it isn't a folder",
                "link": "it is a link to /disk/market, which isn't there",
            ]
            for (name, expected) in reasons {
                let path = "\(folder)/\(name)"
                let error = #expect(throws: StoreOpeningError.self) { _ = try DataFolderLock(folder: path) }
                guard case .folderNotWritable(path, expected)? = error else {
                    Issue.record("\(name): \(String(describing: error))")
                    continue
                }
            }
        }
    }
}
