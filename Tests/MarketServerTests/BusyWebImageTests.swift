import HTTPTypes
import Hummingbird
import MarketAPI
import MarketModels
import TestMarkets
import Testing

@testable import MarketCore
@testable import MarketServer

/// Requests for web sizes while too many are being generated.
struct BusyWebImageTests {
    /// Has every JPEG, and no capacity for anything else.
    private struct FullImageStore: ImageStore, ImageProcessor, ImageReferences, ImageVisibilityReading,
        RevisionSource
    {
        let isFull: Bool

        func save(_ image: ProcessedImage) async throws(MarketError) {}
        func save(
            _ bytes: [UInt8],
            of name: ImageName,
            _ width: WebImageWidth
        ) async throws(MarketError) -> StoredFile? { throw .storageFull }
        func find(_ name: ImageName, _ size: ImageFile.Size) async throws(MarketError) -> StoredFile? {
            if case .web = size { nil } else { StoredFile(path: "", byteCount: 1) }
        }
        func remove(_ names: Set<ImageName>) async throws(MarketError) {}
        var partCount: Int { 1 }
        func names(in part: Int) async throws(MarketError) -> Set<ImageName> { [] }
        func names(
            among names: Set<ImageName>,
            unchangedSince moment: Timestamp
        ) async throws(MarketError) -> Set<ImageName> { [] }
        func moveToTrash(_ names: Set<ImageName>, at now: Timestamp) async throws(MarketError) {}
        func takeFromTrash(_ names: Set<ImageName>, movedAt moment: Timestamp) async throws(MarketError) {}
        func deleteFromTrash(_ names: Set<ImageName>, movedAt moment: Timestamp) async throws(MarketError) {}
        func emptyTrash(before moment: Timestamp) async throws(MarketError) {}
        func check() async throws(MarketError) {}

        var revision: Revision { Revision(rawValue: 1) }
        var isCurrent: Bool { true }
        func isPublic(_ name: ImageName) async throws(MarketError) -> Bool { true }
        func unusedImages(among names: Set<ImageName>) async throws(MarketError) -> Set<ImageName> { [] }

        var sandbox: ImageSandbox? { nil }
        func process(_ upload: UploadedImage, for client: ClientAddress) async throws(ImageError) -> ProcessedImage {
            throw .empty
        }
        func makeIcon(of full: [UInt8], side: Int) async throws(MarketError) -> [UInt8] { throw .busy }
        func makeWebImage(of full: StoredFile, width: WebImageWidth) async throws(MarketError) -> [UInt8] {
            if isFull { return [1] }
            throw .busy
        }
    }

    @Test(arguments: [true, false], [(WebImageWidth.card, "-thumb.jpg"), (.screen, ".jpg"), (.large, ".jpg")])
    func jpegIsShownInsteadAndNobodyRemembersThat(_ isFull: Bool, _ size: (width: WebImageWidth, jpeg: String))
        async throws
    {
        let imageLifecycle = FullImageStore(isFull: isFull)
        let router = Router(context: MarketRequestContext.self)
        ImagesController(
            webImages: WebImages(
                images: imageLifecycle,
                processor: imageLifecycle,
                references: imageLifecycle,
                integrity: IntegrityMonitor()
            ),
            visibility: ImageVisibility(store: imageLifecycle)
        ).addRoutes(to: router)
        let digits = String(repeating: "0a", count: ImageName.digitCount / 2)
        try await Application(router: router).test { client in
            let uri = "/images/\(digits)-\(size.width.pixels).webp"
            let response = try await client.execute(uri: uri, method: .get)
            #expect(response.status == .temporaryRedirect)
            // Beside it, whatever the path began with: `//images` would be another host.
            #expect(response.headers[.location] == "\(digits)\(size.jpeg)")
            #expect(response.headers[.cacheControl] == "no-store")
        }
    }
}
