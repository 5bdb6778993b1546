import MarketCore
import MarketImages
import Testing

/// What cameras write that decoders dislike, and that is a whole photo all the same.
@Suite struct CameraTests {
    let processor: VipsImageProcessor

    init() throws {
        processor = try VipsImageProcessor(workerCount: 1)
    }

    // MARK: JPEG

    /// An oddity in the headers of a JPEG.
    enum Oddity: String, CaseIterable, CustomTestStringConvertible {
        case scanOfNothing, scanOfOneCoefficient, approximateScan, futureVersion, unknownTransform, bytesBetweenSegments
        case noEnd

        var testDescription: String { rawValue }

        /// Returns the JPEG with it.
        func apply(to bytes: [UInt8]) throws -> [UInt8] {
            var odd = bytes
            switch self {
            case .scanOfNothing: try odd.setScan(from: 0, to: 0, approximation: 0)
            case .scanOfOneCoefficient: try odd.setScan(from: 1, to: 1, approximation: 0)
            case .approximateScan: try odd.setScan(from: 0, to: 63, approximation: 0x11)
            case .futureVersion: odd[11] = 2
            case .unknownTransform:
                odd.insert(contentsOf: [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 9], at: 20)
            case .bytesBetweenSegments: odd.insert(contentsOf: [1, 2, 3, 0, 5], at: 20)
            case .noEnd: odd.removeLast(2)
            }
            return odd
        }
    }

    @Test(arguments: Oddity.allCases) func imageWithAnOddHeaderIsShownWhole(_ oddity: Oddity) async throws {
        let bytes = try Photo.bytes("noisy.jpg")
        let odd = try oddity.apply(to: bytes)
        #expect(odd != bytes)
        #expect(try await processor.process(bytes: odd) == (try await processor.process(bytes: bytes)))
    }

    @Test func imageOfAPhoneWithAnImpossibleScanIsShownWhole() async throws {
        let image = try await processor.process(photo: "impossible-scan.jpg")
        #expect([image.width, image.height] == [320, 240])
    }

    @Test(arguments: Oddity.allCases, [0.1, 0.5, 0.97])
    func cutOffImageWithAnOddHeaderIsRefused(_ oddity: Oddity, part: Double) async throws {
        let odd = try oddity.apply(to: try Photo.bytes("noisy.jpg"))
        let cut = Array(odd.prefix(Int(Double(odd.count) * part)))
        for end in [[], [0xFF, 0xD9]] as [[UInt8]] {
            await #expect(throws: ImageError.damaged) { try await processor.process(bytes: cut + end) }
        }
    }

    // MARK: HEIC

    /// An iPhone with iOS 18 adds a gain map, and an image that is made of it and the photo.
    @Test func imageWithAGainMapOfTwoImagesIsShown() async throws {
        let image = try await processor.process(photo: "gain-map.heic")
        #expect(image.width > 0)
        var file = try HEIFFile.hevc()
        let plain = try await processor.process(bytes: file.bytes)
        file.otherTypes = ["hvc1", "tmap"]
        file.references = [("auxl", 2, [1, 3]), ("dimg", 3, [1, 2])]
        file.alternatives = [3, 1]
        #expect(try await processor.process(bytes: file.bytes) == plain)
    }

    @Test(
        arguments: [
            "urn:com:apple:photo:2018:aux:portraiteffectsmatte", "urn:mpeg:hevc:2015:auxid:2", "",
            "urn:mpeg:hevc:2015:auxid:1",
        ]
    )
    func auxiliaryImagesThatAreNotShownAreNotChecked(auxiliaryType: String) async throws {
        var file = try HEIFFile.hevc()
        let plain = try await processor.process(bytes: file.bytes)
        file.auxiliaryType = auxiliaryType
        file.otherTypes = ["hvc1", "av01", "grid", "abcd"]
        file.references = [
            ("auxl", 2, [1, 3]), ("thmb", 3, [1, 2]), ("thmb", 4, [1]), ("cdsc", 5, [1]), ("prem", 1, [2, 4]),
            ("base", 1, [2]),
        ]
        #expect(try await processor.process(bytes: file.bytes) == plain)
    }

    @Test func cutOffImageWithAGainMapIsRefused() async throws {
        let bytes = try Photo.bytes("gain-map.heic")
        for part in [0.3, 0.9] {
            let cut = Array(bytes.prefix(Int(Double(bytes.count) * part)))
            await #expect(throws: ImageError.damaged) { try await processor.process(bytes: cut) }
        }
    }
}

extension [UInt8] {
    private struct MissingScan: Error {}

    /// Changes the parameters of the first scan of a JPEG of three components.
    fileprivate mutating func setScan(from first: UInt8, to last: UInt8, approximation: UInt8) throws {
        guard let start = indices.dropLast(14).first(where: { self[$0...].starts(with: [0xFF, 0xDA, 0, 12, 3]) }) else {
            throw MissingScan()
        }
        self[start + 11] = first
        self[start + 12] = last
        self[start + 13] = approximation
    }
}
