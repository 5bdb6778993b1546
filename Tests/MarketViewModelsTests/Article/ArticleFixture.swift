import Foundation
import Hummingbird
import MarketClient
import MarketModels
import MarketTexts
import TestMarkets

/// Opens a market for the duration of a test, and an app's parts connected to it.
func withAppParts(
    _ test: @escaping @MainActor @Sendable (AppParts<PlainDecoder>, OpenTestMarket) async throws -> Void
) async throws {
    try await withOpenMarket { market in
        try await market.application.test { server in
            let app = try await AppParts(
                market: Samples.market,
                transport: TestTransport(server),
                imageTransport: TestTransport(server),
                identities: FileIdentityStore(folder: URL(filePath: market.folder).appending(path: "identities")),
                decoder: PlainDecoder(),
                caches: URL(filePath: market.folder),
                language: .english
            )
            try await test(app, market)
        }
    }
}

/// Returns images undecoded.
struct PlainDecoder: ImageDecoding {
    func decode(_ data: Data, fitting size: PixelSize?) async throws -> DecodedImage<Data> {
        DecodedImage(image: data, cost: data.count)
    }
}

/// Two images of a few pixels each, in different colors.
enum ArticlePhotos {
    static let two = [
        "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmRAAAAEElEQVR42mM45MgDRww4OQAAdAy1Br676AAAAABJRU5ErkJggg==",
        "iVBORw0KGgoAAAANSUhEUgAAAAMAAAAECAIAAADETxJQAAAAD0lEQVR42mNgcKyAIrwsAKf4CK0WMWwnAAAAAElFTkSuQmCC",
    ].compactMap { Data(base64Encoded: $0) }.map { ImageUpload.bytes($0) }
}
