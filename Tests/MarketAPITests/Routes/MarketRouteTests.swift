import MarketAPI
import MarketModels
import Testing

struct MarketRouteTests {
    private let name = ImageName(String(repeating: "0a", count: 20))

    @Test func fileNamesAreReadBack() throws {
        let name = try #require(name)
        for size in ImageFile.Size.allCases {
            let file = ImageFile(name, size)
            #expect(ImageFile(fileName: file.fileName) == file)
        }
        #expect(ImageFile(name, .thumbnail).fileName.hasSuffix("-thumb.jpg"))
    }

    @Test(arguments: [
        "", ".jpg", "-thumb.jpg", "../x.jpg", "0a.jpg", "x-thumb.jpg", "-400.webp", "0a-400.webp",
        String(repeating: "0A", count: 20) + ".jpg",
        String(repeating: "0a", count: 20) + ".webp", String(repeating: "0a", count: 20) + "-0400.webp",
    ])
    func otherFileNamesAreNone(_ fileName: String) {
        #expect(ImageFile(fileName: fileName) == nil)
    }

    /// Apps split the archived path after `/api/products/` (API.md, “training”).
    @Test func archivedPathHasOneSegmentBehindTheProducts() {
        let path = MarketRoute.archivedDeletion(token: "t-1").path
        #expect(path == "/api/products/t-1")
    }
}
