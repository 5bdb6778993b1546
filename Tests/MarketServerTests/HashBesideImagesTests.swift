import Foundation
import HTTPTypes
import MarketCore
import NIOCore
import TestMarkets
import Testing

/// A listing's password is hashed while its images are processed; what fails of the two leaves nothing behind.
struct HashBesideImagesTests {
    /// A hasher whose work ends when the test says so.
    private actor GatedHasher: SecretHasher {
        nonisolated let concurrency = 1
        private(set) var count = 0
        private var isOpen = false
        private var waiting: [CheckedContinuation<Void, Never>] = []
        private let error: MarketError?

        init(failingWith error: MarketError? = nil) { self.error = error }

        func open() {
            isOpen = true
            for one in waiting { one.resume() }
            waiting = []
        }

        func hash(_ secret: String) async throws(MarketError) -> SecretHash {
            count += 1
            if !isOpen { await withCheckedContinuation { waiting.append($0) } }
            if let error { throw error }
            return SecretHash(rawValue: "hash of \(secret)")
        }

        func verify(_ secret: String, against hash: SecretHash) async throws(MarketError) -> Bool {
            hash.rawValue == "hash of \(secret)"
        }
    }

    private static func images(of market: TestMarket) -> [String] {
        let files =
            FileManager.default.enumerator(atPath: market.folder + "/images")?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".jpg") && !$0.hasPrefix("trash") }
    }

    @Test func imagesAreStoredWhileThePasswordIsHashed() async throws {
        let hasher = GatedHasher()
        try await withMarket(hasher: hasher) { market in
            async let listed = market.post(.listing(photos: ["red"]))
            try await wait(until: { !Self.images(of: market).isEmpty })
            // On a busy machine, it begins later, and nothing that is stored has waited for its end.
            try await wait(until: { await hasher.count == 1 })
            await hasher.open()
            #expect(try await listed.status == .created)
        }
    }

    @Test func withoutAHashNoImageStays() async throws {
        let hasher = GatedHasher(failingWith: .unavailable(reason: "no memory"))
        try await withMarket(hasher: hasher) { market in
            async let listed = market.post(.listing(photos: ["red"]))
            try await wait(until: { Self.images(of: market).count >= 2 })
            await hasher.open()
            #expect(try await listed.status.code >= 500)
            #expect(Self.images(of: market).isEmpty)
            #expect(try JSON(await market.get("/api/products"))["total_count"].int == 0)
        }
    }

    @Test func aRefusedImageDoesNotWaitForTheHash() async throws {
        let hasher = GatedHasher()
        try await withMarket(hasher: hasher) { market in
            async let first = market.post(.listing(photos: ["red"]))
            try await wait(until: { await hasher.count == 1 })
            var form = FormBody()
            form.add("params", #"{"name":"a","price":1,"currency":"KRW","secret":"correct horse"}"#)
            form.add("images", file: "notes.txt", Array("no picture".utf8))
            form.close()
            // The hash of the second listing waits behind that of the first, which doesn't end.
            let refused = try await market.post(form)
            #expect(refused.status == .badRequest)
            #expect(try JSON(refused)["code"].string == "unusable_image")
            #expect(await hasher.count == 1)
            await hasher.open()
            #expect(try await first.status == .created)
            #expect(await hasher.count == 1)
        }
    }
}
