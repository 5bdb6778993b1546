import Foundation
import GRDB
import MarketCore
import MarketModels
import Testing

@testable import MarketSQLite

/// What a copy of the database keeps when it replaces a lost one.
struct RestoredCopyTests {
    private static let moment = Timestamp(millisecondsSinceEpoch: 1_640_995_200_123)
    private static let session = OperatorKeyHash(rawValue: "session")

    private func hasSession(_ folder: String) async throws -> Bool {
        let store = try await SQLiteProductStore(folder: folder)
        let found = try await store.operatorSession(Self.session, at: Self.moment)
        #expect(try await store.operators().map(\.name) == ["Kim"])
        try await store.close()
        return found != nil
    }

    /// They may have been ended since the copy was made.
    @Test func sessionsAndLinksOfOperatorsEnd() async throws {
        try await withTemporaryFolder { folder in
            let (market, restored) = (folder + "/market", folder + "/restored")
            for path in [market, restored] {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            }
            let store = try await SQLiteProductStore(folder: market)
            let (first, second) = (OperatorKeyHash(rawValue: "first"), OperatorKeyHash(rawValue: "second"))
            let end = Self.moment.adding(seconds: 600)
            _ = try await store.addOperator("Kim", .operator, by: OperatorAuthenticator.commandLine, at: Self.moment)
            _ = try await store.addOperatorLink(first, for: "Kim", endsAt: end, by: nil, at: Self.moment)
            _ = try await store.redeemOperatorLink(first, session: Self.session, in: BrowserName(), at: Self.moment)
            _ = try await store.addOperatorLink(second, for: "Kim", endsAt: end, by: nil, at: Self.moment)
            try await store.close()
            let copy = DatabaseCopy(path: restored + "/market.sqlite")
            try copy.make(of: market)
            #expect(try await hasSession(restored))
            _ = try copy.prepareForRestore()
            #expect(try await !hasSession(restored))
            let reopened = try await SQLiteProductStore(folder: restored)
            #expect(try await reopened.operatorLink(second, at: Self.moment) == nil)
            try await reopened.close()
            #expect(try await hasSession(market))
        }
    }

    /// Links to what was listed between two restores of the same backup never lead to something else.
    @Test func aSecondRestoreOfACopySkipsWhatTheFirstHasAssigned() async throws {
        try await withTemporaryFolder { folder in
            let (market, restored) = (folder + "/market", folder + "/restored")
            for path in [market, restored] {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            }
            let store = try await SQLiteProductStore(folder: market)
            _ = try await store.addVendor(.sample())
            _ = try await store.add(NewProduct.sample(of: 1))
            try await store.close()
            let copy = DatabaseCopy(path: folder + "/copy.sqlite")
            let earlier = DatabaseCopy(path: restored + "/market.sqlite")
            // Of one that was listed, a million and a part that is drawn.
            let next = Int64(1_000_002)...1_250_002
            for _ in 1...2 {
                try copy.make(of: market)
                #expect(next.contains(try copy.prepareForRestore(inPlaceOf: [earlier])), "nothing was listed since")
                try? FileManager.default.removeItem(atPath: earlier.path)
                try FileManager.default.copyItem(atPath: copy.path, toPath: earlier.path)
            }
            let served = try await SQLiteProductStore(folder: restored)
            let listed = try await served.add(NewProduct.sample(of: 1))
            try await served.close()
            try copy.make(of: market)
            #expect(try copy.prepareForRestore(inPlaceOf: [earlier]) > listed.id.rawValue)
            try copy.make(of: market)
            let missing = DatabaseCopy(path: folder + "/missing.sqlite")
            #expect(next.contains(try copy.prepareForRestore(inPlaceOf: [missing])))
            // What was assigned is skipped also if that is more.
            try copy.make(of: market)
            let ahead = try DatabaseQueue(path: earlier.path)
            try await ahead.write { database in
                try database.execute(sql: "UPDATE sqlite_sequence SET seq = 3000000 WHERE name = 'product'")
            }
            try ahead.close()
            #expect(try copy.prepareForRestore(inPlaceOf: [earlier]) == 3_000_001)
            // Nor does a damaged one use up the ids of the market that comes in its place.
            let damaged = try DatabaseQueue(path: earlier.path)
            try await damaged.write { try $0.execute(sql: "UPDATE sqlite_sequence SET seq = 1 << 53") }
            try damaged.close()
            try copy.make(of: market)
            #expect(next.contains(try copy.prepareForRestore(inPlaceOf: [earlier])))
        }
    }

    /// Two restores into new folders know nothing of each other. Three that draw the same are as good as impossible.
    @Test func restoresThatKnowNothingOfEachOtherSkipNotTheSame() async throws {
        try await withTemporaryFolder { folder in
            let store = try await SQLiteProductStore(folder: folder)
            _ = try await store.addVendor(.sample())
            _ = try await store.add(NewProduct.sample(of: 1))
            try await store.close()
            let copy = DatabaseCopy(path: folder + "/copy.sqlite")
            let next = try (1...3).map { _ in
                try copy.make(of: folder)
                return try copy.prepareForRestore()
            }
            #expect(Set(next).count > 1, "\(next)")
        }
    }

    /// A backup of one market never takes the place of another's.
    @Test func aCopyIsKnownByItsFirstVendor() async throws {
        try await withTemporaryFolder { folder in
            func market(_ name: String, _ vendors: [NewVendor]) async throws -> String {
                let path = "\(folder)/\(name)"
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
                let store = try await SQLiteProductStore(folder: path)
                for vendor in vendors { _ = try await store.addVendor(vendor) }
                try await store.close()
                return path
            }
            func copy(_ name: String, of market: String) throws -> DatabaseCopy {
                let copy = DatabaseCopy(path: "\(folder)/\(name).sqlite")
                try copy.make(of: market)
                return copy
            }
            let first = try NewVendor.sample()
            // The identifier may be the same: known vendors have theirs in every market.
            let later = NewVendor(identifier: first.identifier, name: nil, createdAt: Self.moment)
            let own = try await market("market", [first])
            let other = try await market("other", [later])
            let empty = try await market("empty", [])
            let earlier = try copy("earlier", of: own)
            let store = try await SQLiteProductStore(folder: own)
            _ = try await store.addVendor(.sample("second"))
            try await store.close()
            #expect(try earlier.isCopy(of: own))
            #expect(try !earlier.isCopy(of: other))
            #expect(try !earlier.isCopy(of: empty))
            #expect(try copy("none", of: empty).isCopy(of: other))
        }
    }
}
