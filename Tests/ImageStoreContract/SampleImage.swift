import ContractFrame
import Foundation
package import MarketCore
import MarketHashing
import MarketModels

extension ProcessedImage {
    /// Returns bytes that look like an image to a store, with the name that follows from them.
    ///
    /// - Parameter number: tells images apart.
    package static func sample(_ number: Int, byteCount: Int = 5000) throws -> ProcessedImage {
        var full: [UInt8] = [0xFF, 0xD8] + (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31) } + [0xFF, 0xD9]
        for index in 0..<8 { full[2 + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
        guard let name = ImageName(digest: BLAKE2b.hash(full, byteCount: ImageName.digitCount / 2)) else {
            throw UnmetRequirement(description: "a hash makes a name")
        }
        let thumbnail = Array(full.prefix(700)) + [0xFF, 0xD9]
        return ProcessedImage(name: name, width: 20, height: 10, full: full, thumbnail: thumbnail)
    }
}

extension StoredFile {
    /// Returns the content of the file.
    package func content() throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)).prefix(byteCount))
    }
}

extension ImageStore {
    /// Returns the images of those parts in which the names are.
    func names(near names: [ImageName]) async throws(MarketError) -> Set<ImageName> {
        var found: Set<ImageName> = []
        for part in Set(names.compactMap { Int($0.hexDigits.prefix(2), radix: 16) }) {
            found.formUnion(try await self.names(in: part))
        }
        return found
    }
}
