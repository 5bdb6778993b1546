import MarketCore
import MarketImages
import Testing

@Suite struct MetadataTests {
    @Test(arguments: [
        "orientation-1.jpg", "orientation-6.jpg", "orientation-6.png", "orientation-6.webp", "phone.heic",
    ])
    func nothingIsLeftOfWhatAPhoneWrites(name: String) async throws {
        let source = try Photo.bytes(name)
        #expect(source.contains("Phone 1"), "the fixture is meant to have it")
        let image = try await VipsImageProcessor(workerCount: 1).process(photo: name)
        for bytes in [image.full, image.thumbnail] {
            let markers = Set(try JPEGReader(bytes).segments.map(\.marker))
            // JFIF, tables, one baseline frame, one scan: no APP1…APP15, no comment.
            #expect(markers.subtracting([0xE0, 0xDB, 0xC4, 0xC0, 0xDA]) == [])
            for text in ["Exif", "Phone", "http", "xmp", "ICC", "acsp", "home", "secret"] {
                #expect(!bytes.contains(text), "\(name) still has \(text)")
            }
        }
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool {
        let text = Array(text.utf8)
        return indices.dropLast(text.count - 1).contains { self[$0] == text[0] && self[$0...].starts(with: text) }
    }
}
