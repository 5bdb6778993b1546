import Foundation
import MarketCore
import MarketModels
import Testing

@testable import MarketImages

/// Share images as files.
struct ShareImageStoreTests {
    private let folder: TemporaryFolder
    private let store: FolderShareImageStore

    init() throws {
        folder = try TemporaryFolder()
        store = FolderShareImageStore(imageFolder: folder.path)
    }

    private func name(_ product: Int64, _ state: UInt8 = 1, language: String = "ko") -> ShareImageName {
        ShareImageName(
            product: .init(rawValue: product),
            language: language,
            digest: [UInt8](repeating: state, count: ShareImageName.digestByteCount)
        )
    }

    @Test func imageIsKept() async throws {
        #expect(try await store.find(name(12)) == nil)
        let saved = try await store.save([1, 2, 3], as: name(12))
        #expect(saved.byteCount == 3)
        #expect(Array(try Data(contentsOf: URL(filePath: saved.path)).prefix(3)) == [1, 2, 3])
        #expect(try await FolderShareImageStore(imageFolder: folder.path).find(name(12)) == saved)
    }

    @Test func newStateReplacesTheOldOneOfItsProductAndLanguage() async throws {
        // Products 12 and 268 share a folder.
        for other in [name(12, language: "en"), name(268), name(1), name(120)] {
            _ = try await store.save([1], as: other)
        }
        _ = try await store.save([1], as: name(12))
        _ = try await store.save([2], as: name(12, 2))
        #expect(try await store.find(name(12)) == nil)
        #expect(try await store.find(name(12, 2)) != nil)
        for other in [name(12, language: "en"), name(268), name(1), name(120)] {
            #expect(try await store.find(other) != nil)
        }
    }

    @Test func imagesOfAProductAreRemoved() async throws {
        let removed = [name(12), name(12, language: "en")]
        #expect(try await store.products().isEmpty)
        for name in removed + [name(268)] { _ = try await store.save([1], as: name) }
        #expect(try await store.products() == [.init(rawValue: 12), .init(rawValue: 268)])
        try await store.removeAll(of: .init(rawValue: 12))
        #expect(try await store.products() == [.init(rawValue: 268)])
        for name in removed { #expect(try await store.find(name) == nil) }
        #expect(try await store.find(name(268)) != nil)
        try await store.removeAll(of: .init(rawValue: 13))
    }

    @Test func oldImagesAreRemoved() async throws {
        let old = try await store.save([1], as: name(12))
        _ = try await store.save([1], as: name(300))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1000)],
            ofItemAtPath: old.path
        )
        try await store.removeAll(before: Timestamp(millisecondsSinceEpoch: 2_000_000))
        #expect(try await store.find(name(12)) == nil)
        #expect(try await store.find(name(300)) != nil)
    }

    @Test func oldestImagesOfAFullFolderAreRemoved() async throws {
        // All these products share a folder.
        let products = (0...ShareImageFolder.maximumCountPerPart).map { 1 + Int64($0) * 256 }
        for (age, product) in products.reversed().dropLast().enumerated() {
            let file = try await store.save([1], as: name(product))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1000 + Double(age))],
                ofItemAtPath: file.path
            )
        }
        _ = try await store.save([1], as: name(2))
        _ = try await store.save([1], as: name(products[0]))
        // The last product was stored first.
        #expect(try await store.find(name(products.last!)) == nil)
        for product in products.dropLast() + [2] { #expect(try await store.find(name(product)) != nil, "\(product)") }
    }

    @Test func damagedImageIsRemoved() async throws {
        let file = try await store.save([1, 2, 3], as: name(12))
        var bytes = try Data(contentsOf: URL(filePath: file.path))
        bytes[1] = 9
        try bytes.write(to: URL(filePath: file.path))
        #expect(try await store.find(name(12)) == nil)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func fileNamesAreParsedBack() {
        let name = name(12)
        #expect(name.fileName == "12-ko-01010101010101010101010101010101.jpg")
        #expect(ShareImageName(fileName: name.fileName) == name)
        let digits = String(repeating: "0", count: 32)
        for other in [
            "", ".jpg", "12-ko-\(digits)", "12-ko-\(digits).png", "012-ko-\(digits).jpg", "-1-ko-\(digits).jpg",
            "+1-ko-\(digits).jpg", "12-KO-\(digits).jpg", "12-kor-\(digits).jpg", "12-ko-\(digits)0.jpg",
            "12-ko-\(digits.dropLast())A.jpg", "12-ko-\(digits)-.jpg", "12-../-\(digits).jpg",
        ] {
            #expect(ShareImageName(fileName: other) == nil, "\(other)")
        }
    }
}
