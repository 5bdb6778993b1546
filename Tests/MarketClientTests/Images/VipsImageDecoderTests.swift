import Foundation
import MarketClient
import MarketVips
import Testing

/// The photos are those of MarketImages' tests, drawn by its `make-photos.py`: a colour in each corner.
@Suite(.timeLimit(.minutes(30))) struct VipsImageDecoderTests {
    static let box = PixelSize(width: 40, height: 40)
    let decoder = VipsImageDecoder()

    static func file(_ name: String) throws -> URL {
        try #require(Bundle.module.resourceURL).appending(path: "Photos/\(name)")
    }

    func bitmap(_ name: String, fitting size: PixelSize? = nil) async throws -> Bitmap {
        try await decoder.decode(try Data(contentsOf: Self.file(name)), fitting: size).image
    }

    /// Expects a colour, about, around a place; both are parts of the whole, 0 to 1.
    func expect(_ bitmap: Bitmap, _ x: Double, _ y: Double, is colour: [UInt8], _ name: String) {
        let (left, top) = (Int(x * Double(bitmap.width)), Int(y * Double(bitmap.height)))
        let around = (-2...2).flatMap { row in (-2...2).map { bitmap[left + $0, top + row] } }
        let average = colour.indices.map { band in
            around.reduce(0) { $0 + Int($1[$1.startIndex + band]) } / around.count
        }
        let distance = zip(average, colour).map { abs($0 - Int($1)) }.max() ?? 255
        #expect(distance <= 14, "\(name) at \(x), \(y): \(average), not \(colour)")
    }

    static let red: [UInt8] = [200, 40, 40]
    static let green: [UInt8] = [40, 160, 60]
    static let blue: [UInt8] = [40, 60, 190]
    static let yellow: [UInt8] = [220, 200, 50]
    // The same numbers in Display P3, by the matrices of both.
    static let wideRed: [UInt8] = [218, 0, 26]
    static let wideGreen: [UInt8] = [0, 163, 40]
    static let wideBlue: [UInt8] = [34, 61, 198]
    static let wideYellow: [UInt8] = [224, 199, 0]

    static let scenes = [
        "orientation-6.jpg", "progressive.jpg", "interlaced.png", "animated.gif", "orientation-6.webp", "large.jpg",
    ]

    @Test(arguments: scenes, [nil, box]) func cornersAreWhereTheyBelong(name: String, size: PixelSize?) async throws {
        let found = try await bitmap(name, fitting: size)
        let isWide = name.hasPrefix("orientation")
        expect(found, 0.1, 0.1, is: isWide ? Self.wideRed : Self.red, name)
        expect(found, 0.9, 0.1, is: isWide ? Self.wideGreen : Self.green, name)
        expect(found, 0.1, 0.9, is: isWide ? Self.wideBlue : Self.blue, name)
        expect(found, 0.9, 0.9, is: isWide ? Self.wideYellow : Self.yellow, name)
        #expect(found.pixels.count == found.width * found.height * found.bytesPerPixel)
        if let size { #expect(max(found.width, found.height) == size.width) }
    }

    @Test func fitsIntoTheBoxInItsProportionsAndIsNeverEnlarged() async throws {
        let header = try decoder.header(of: Self.file("large.jpg"))
        let (width, height) = (header.width, header.height)
        let whole = try await bitmap("large.jpg")
        #expect((whole.width, whole.height) == (width, height))
        let flat = try await bitmap("large.jpg", fitting: PixelSize(width: 1000, height: 30))
        #expect(flat.height == 30)
        #expect(abs(Double(flat.width) / 30 - Double(width) / Double(height)) < 0.05)
        let larger = try await bitmap("large.jpg", fitting: PixelSize(width: width * 2, height: height * 2))
        #expect((larger.width, larger.height) == (width, height))
        let line = try await bitmap("1x20000.png", fitting: Self.box)
        #expect((line.width, line.height) == (1, 40))
    }

    @Test func costIsThatOfThePixels() async throws {
        let decoded = try await decoder.decode(try Data(contentsOf: Self.file("large.jpg")), fitting: Self.box)
        #expect(decoded.cost == decoded.image.width * decoded.image.height * 3)
    }

    @Test(arguments: [
        ("alpha.png", red), ("alpha16.png", red), ("grey-alpha16.png", [200, 200, 200]),
    ]) func transparencyIsKept(name: String, colour: [UInt8]) async throws {
        let found = try await bitmap(name)
        #expect(found.bytesPerPixel == 4)
        expect(found, 0.2, 0.5, is: colour + [255], name)
        #expect(found[Int(0.8 * Double(found.width)), found.height / 2].last == 0)
    }

    @Test(
        arguments: [
            ("cmyk.jpg", [0, 158, 224]), ("wide.jpg", [215, 94, 41]), ("grey16.png", [180, 180, 180]),
            ("ycck.jpg", [0, 158, 224]), ("broken-profile.jpg", [200, 100, 60]),
            ("grey-profile.jpg", [71, 71, 71]),
        ] as [(String, [UInt8])]
    ) func pixelsAreSRGB(name: String, colour: [UInt8]) async throws {
        let found = try await bitmap(name)
        #expect(found.bytesPerPixel == 3)
        expect(found, 0.5, 0.5, is: colour, name)
    }

    @Test(arguments: ["above-50-megapixels.png", "bomb.webp"])
    func tooManyPixelsAreRefusedBeforeDecoding(name: String) async throws {
        let data = try Data(contentsOf: Self.file(name))
        await #expect {
            try await decoder.decode(data, fitting: Self.box)
        } throws: { error in
            guard case .tooManyPixels(let width, let height, 50_000_000) = error as? VipsDecodingError else {
                return false
            }
            return width * height > 50_000_000
        }
        let small = VipsImageDecoder(maximumPixelCount: 10)
        await #expect(throws: VipsDecodingError.self) {
            try await small.decode(try Data(contentsOf: Self.file("large.jpg")), fitting: Self.box)
        }
    }

    @Test(arguments: ["large.jpg", "noisy.webp", "interlaced.png"], [0.1, 0.6]) func halfAPictureIsNone(
        name: String,
        part: Double
    ) async throws {
        let whole = try Data(contentsOf: Self.file(name))
        let data = whole.prefix(Int(Double(whole.count) * part))
        await #expect(throws: VipsDecodingError.self) { try await decoder.decode(data, fitting: Self.box) }
    }

    @Test(arguments: ["", "<svg xmlns='http://www.w3.org/2000/svg'/>", "%PDF-1.4", "not a picture"])
    func otherFormatsAreUnknown(text: String) async throws {
        await #expect(throws: VipsDecodingError.unknownFormat) {
            try await decoder.decode(Data(text.utf8), fitting: nil)
        }
        let folder = CacheTestFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.file("photo.jpg"))
        #expect(throws: VipsDecodingError.unknownFormat) { try decoder.header(of: folder.file("photo.jpg")) }
        #expect(throws: VipsDecodingError.self) { try decoder.header(of: folder.file("none.jpg")) }
        await #expect(throws: VipsDecodingError.unknownFormat) {
            try await decoder.decode(try Data(contentsOf: Self.file("photo.heic")), fitting: nil)
        }
    }

    /// Through everything: bytes from the network, a file on disk, pixels in memory.
    @Test func loaderShowsARealPhoto() async throws {
        let folder = CacheTestFolder()
        let transport = PictureTransport()
        let disk = DiskImageCache(folder: folder.url)
        let loader = ImageLoader(.init(transport: transport, decoder: decoder, diskCache: disk))
        let task = Task { try await loader.image(for: .picture(1), fitting: Self.box) }
        let body = try Data(contentsOf: Self.file("orientation-6.jpg"))
        await transport.answerNext(.picture(1), .success(ClientResponse(status: 200, body: body)))
        let image = try await task.value
        expect(image, 0.1, 0.1, is: Self.wideRed, "loaded")
        #expect(loader.cachedImage(for: .picture(1), fitting: Self.box) == image)
        await Eventually.holds { loader.load.isIdle }
        let again = ImageLoader(
            .init(transport: transport, decoder: decoder, diskCache: DiskImageCache(folder: folder.url))
        )
        #expect(try await again.image(for: .picture(1), fitting: Self.box) == image)
        #expect(transport.started.count == 1)
    }
}
