import Foundation
import Testing

@testable import MarketClient

@Suite(.timeLimit(.minutes(30))) struct DiskDamageTests {
    enum Damage: CaseIterable {
        case cutOff, headerOnly, empty, garbage, longer, flippedBody, flippedAddress, flippedLength, hugeLengths, zeros
    }

    let folder = CacheTestFolder()
    let image = Data((0..<500).map { UInt8(truncatingIfNeeded: $0 &* 7) })

    func damage(_ bytes: Data, _ damage: Damage) -> Data {
        var bytes = bytes
        switch damage {
        case .cutOff: bytes.removeLast()
        case .headerOnly: bytes = bytes.prefix(CachedImageFile.headerByteCount)
        case .empty: bytes = Data()
        case .garbage: bytes = Data((0..<600).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 5) })
        case .longer: bytes.append(0)
        case .flippedBody: bytes[bytes.count - 100] ^= 1
        case .flippedAddress: bytes[30] ^= 1
        case .flippedLength: bytes[16] ^= 1
        case .hugeLengths: for index in 12..<24 { bytes[index] = 0xFF }
        case .zeros: bytes = Data(count: bytes.count)
        }
        return bytes
    }

    @Test(arguments: Damage.allCases) func damagedFileIsRemovedAndNotGivenOut(kind: Damage) async throws {
        let cache = DiskImageCache(folder: folder.url)
        await cache.insert(image, for: .image(1))
        await cache.insert(image, for: .image(2))
        let name = Checksum(of: URL.image(1).absoluteString).hexadecimal + DiskImageCache.fileExtension
        let file = folder.file(name)
        try damage(try Data(contentsOf: file), kind).write(to: file)

        #expect(await cache.data(for: .image(1)) == nil)
        #expect(!folder.names.contains(name))
        #expect(await cache.data(for: .image(2)) == image)
        await cache.insert(image, for: .image(1))
        #expect(await cache.data(for: .image(1)) == image)
    }

    /// Every flipped bit of a file is detected.
    @Test func anyFlippedBitIsNoticed() {
        let whole = CachedImageFile(url: .image(1), image: image.prefix(40)).bytes
        #expect(CachedImageFile(bytes: whole)?.image == image.prefix(40))
        for index in whole.indices {
            for bit in 0..<8 {
                var bytes = whole
                bytes[index] ^= 1 << UInt8(bit)
                #expect(CachedImageFile(bytes: bytes) == nil, "byte \(index), bit \(bit)")
            }
        }
        for count in 0..<whole.count { #expect(CachedImageFile(bytes: whole.prefix(count)) == nil) }
    }

    @Test func fileThatIsGoneIsAMiss() async throws {
        let cache = DiskImageCache(folder: folder.url)
        await cache.insert(image, for: .image(1))
        try FileManager.default.removeItem(at: folder.url)
        #expect(await cache.data(for: .image(1)) == nil)
        #expect(await cache.totalByteCount == 0)
        // The next image recreates the folder.
        await cache.insert(image, for: .image(1))
        #expect(await cache.data(for: .image(1)) == image)
    }
}
