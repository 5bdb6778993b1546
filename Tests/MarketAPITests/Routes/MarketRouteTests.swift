import MarketAPI
import MarketModels
import Testing

struct MarketRouteTests {
    private let name = PictureName(String(repeating: "0a", count: 20))

    @Test func fileNamesAreReadBack() throws {
        let name = try #require(name)
        for size in [PictureFile.Size.full, .thumbnail] + WebPictureWidth.allCases.map({ .web($0) }) {
            let file = PictureFile(name, size)
            #expect(PictureFile(fileName: file.fileName) == file)
        }
        #expect(PictureFile(name, .thumbnail).fileName.hasSuffix("-thumb.jpg"))
    }

    @Test(arguments: [
        "", ".jpg", "-thumb.jpg", "../x.jpg", "0a.jpg", "x-thumb.jpg", "-400.webp", "0a-400.webp",
        String(repeating: "0A", count: 20) + ".jpg",
        String(repeating: "0a", count: 20) + ".webp", String(repeating: "0a", count: 20) + "-0400.webp",
    ])
    func otherFileNamesAreNone(_ fileName: String) {
        #expect(PictureFile(fileName: fileName) == nil)
    }

    /// Apps cut the archived path apart behind `/api/products/` (API.md, “training”).
    @Test func archivedPathHasOneSegmentBehindTheProducts() {
        let path = MarketRoute.archivedDeletion(token: "t-1").path
        #expect(path == "/api/products/t-1")
    }
}
