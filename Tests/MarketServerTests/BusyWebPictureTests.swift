import HTTPTypes
import Hummingbird
import HummingbirdTesting
import MarketAPI
import MarketCore
import MarketModels
import Testing

@testable import MarketServer

/// What is asked for while too many web sizes are being made.
struct BusyWebPictureTests {
    /// Has every JPEG and no room for anything else.
    private struct FullShelf: ImageStore, ImageProcessor {
        let isFull: Bool

        func save(_ picture: ProcessedPicture) async throws(StoreError) {}
        func save(
            _ bytes: [UInt8],
            of name: PictureName,
            _ width: WebPictureWidth
        ) async throws(StoreError) -> StoredFile? { throw .full }
        func find(_ name: PictureName, _ rendition: Rendition) async throws(StoreError) -> StoredFile? {
            StoredFile(path: "", byteCount: 1)
        }
        func find(_ name: PictureName, _ width: WebPictureWidth) async throws(StoreError) -> StoredFile? { nil }
        func remove(_ names: Set<PictureName>) async throws(StoreError) {}
        var partCount: Int { 1 }
        func names(in part: Int) async throws(StoreError) -> Set<PictureName> { [] }
        func names(
            among names: Set<PictureName>,
            unchangedSince moment: Timestamp
        ) async throws(StoreError) -> Set<PictureName> { [] }
        func moveToTrash(_ names: Set<PictureName>, at now: Timestamp) async throws(StoreError) {}
        func emptyTrash(before moment: Timestamp) async throws(StoreError) {}
        func check() async throws(StoreError) {}

        func process(_ upload: UploadedImage) async throws(ImageError) -> ProcessedPicture { throw .empty }
        func makeWebPicture(of full: StoredFile, width: WebPictureWidth) async throws(WebPictureError) -> [UInt8] {
            if isFull { return [1] }
            throw .busy
        }
    }

    @Test(arguments: [true, false], [(WebPictureWidth.card, "-thumb.jpg"), (.screen, ".jpg"), (.large, ".jpg")])
    func jpegIsShownInsteadAndNobodyRemembersThat(_ isFull: Bool, _ size: (width: WebPictureWidth, jpeg: String))
        async throws
    {
        let shelf = FullShelf(isFull: isFull)
        let router = Router(context: MarketRequestContext.self)
        ImagesController(images: shelf, webPictures: WebPictures(images: shelf, processor: shelf)).addRoutes(to: router)
        let digits = String(repeating: "0a", count: PictureName.digitCount / 2)
        try await Application(router: router).test(.router) { client in
            let uri = "/images/\(digits)-\(size.width.pixels).webp"
            let response = try await client.execute(uri: uri, method: .get)
            #expect(response.status == .temporaryRedirect)
            #expect(response.headers[.location] == "/images/\(digits)\(size.jpeg)")
            #expect(response.headers[.cacheControl] == "no-store")
        }
    }
}
