import Foundation
import HTTPTypes
import MarketCore
import MarketModels
import MarketServer
import TestMarkets
import Testing

/// Pictures of a listing that is erased while they can't be removed.
struct ReleasedImageTests {
    @Test(arguments: [
        ("en", "couldn’t be removed from storage yet", "The listing is erased. Backups from before"),
        ("ko", "저장소에서는 아직 지우지 못했고", "상품을 완전히 삭제했어요. 이전 백업에는"),
    ])
    func thePageSaysThatTheyAreLeftAndALaterProcessRemovesThem(
        _ language: String,
        _ later: String,
        _ atOnce: String
    ) async throws {
        try await withMarket { market in
            for photo in ["red", "blue"] { try await market.list(photos: [photo]) }
            let kim = TestBrowser(market, language: language)
            try await kim.signIn(as: "Kim", .operator)
            func erase(_ id: Int) async throws -> String {
                let path = "/operator/listings/\(id)/erase"
                let csrf = try #require(try await kim.get(path).hidden("csrf"))
                let done = try await kim.post(
                    path,
                    [("csrf", csrf), ("erase", "\(id)"), ("reason", "Shows an address")]
                )
                #expect(done.status == 303)
                return try #require(done.headers[.location])
            }
            let proof = OperatorAuthenticator.commandLine
            let own = try #require(try await market.store.product(Product.ID(rawValue: 1), for: proof))
            let image = try #require(own.product.images.first).name

            // One of its files can't be removed: where it is, nor in the trash, through which it goes with several servers.
            let file = image.file(of: .web(.card))
            let now = Date(timeIntervalSince1970: Double(market.clock.now.millisecondsSinceEpoch) / 1000)
            let day = now.formatted(.iso8601.year().month().day().dateSeparator(.omitted))
            for folder in ["\(file.prefix(2))", "trash/\(day)"] {
                let stuck = "\(market.folder)/images/\(folder)/\(file)"
                try FileManager.default.createDirectory(atPath: stuck, withIntermediateDirectories: true)
            }
            let page = try await kim.get(erase(1)).html
            #expect(page.contains(later) && !page.contains(atOnce))
            let other = try await kim.get(erase(2)).html
            #expect(other.contains(atOnce) && !other.contains(later))
            func left() async throws -> [ImageName] {
                try await market.store.releasedImages(after: 0, limit: 10).map(\.name)
            }
            #expect(try await left() == [image])

            let next = try AssembledTestMarket(over: market.store, folder: market.folder)
            await next.services.imageLifecycle.retryRemovals()
            #expect(try await left() == [image])
            for path in FileManager.default.enumerator(atPath: market.folder)?.allObjects as? [String] ?? []
            where path.hasSuffix(file) {
                try FileManager.default.removeItem(atPath: "\(market.folder)/\(path)")
            }
            await next.services.imageLifecycle.retryRemovals()
            #expect(try await left().isEmpty)
            #expect(try await market.services.imageStore.names().isEmpty)
        }
    }
}
