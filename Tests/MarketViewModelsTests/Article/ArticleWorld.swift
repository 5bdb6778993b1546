import Foundation
import Hummingbird
import HummingbirdTesting
import MarketClient
import MarketTexts
import TestMarkets

/// Opens a market for the time of a test, and the parts of an app in front of it.
func withAppParts(
    _ test: @escaping @MainActor @Sendable (AppParts<PlainDecoder>, OpenTestMarket) async throws -> Void
) async throws {
    try await withOpenMarket { market in
        try await market.application.test(.router) { server in
            let app = try await AppParts(
                market: Samples.market,
                calls: InProcessTransport(server),
                pictures: InProcessTransport(server),
                identities: FileIdentityStore(folder: URL(filePath: market.folder).appending(path: "identities")),
                decoder: PlainDecoder(),
                caches: URL(filePath: market.folder),
                language: .english
            )
            try await test(app, market)
        }
    }
}

/// Leaves pictures as they come.
struct PlainDecoder: ImageDecoding {
    func decode(_ data: Data, fitting size: PixelSize?) async throws -> DecodedImage<Data> {
        DecodedImage(image: data, cost: data.count)
    }
}

/// Two pictures of a few pixels each, of different colours.
enum ArticlePhotos {
    static let two = [
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAEElEQVR42mM45MgDRww4OQAAdAy1Br676AAAAABJRU5ErkJggg==",
        "iVBORw0KGgoAAAANSUhEUgAAAAMAAAAECAIAAADETxJQAAAAD0lEQVR42mNgcKyAIrwsAKf4CK0WMWwnAAAAAElFTkSuQmCC",
    ].compactMap { Data(base64Encoded: $0) }.map { PictureUpload.bytes($0) }
}
