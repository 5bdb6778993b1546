import ContractFrame
import Foundation
import ImageStoreContract
import MarketCore
import MarketModels
import Testing

@testable import MarketImages

@Suite struct FolderImageStoreTests {
    let folder: TemporaryFolder
    let store: FolderImageStore

    init() throws {
        folder = try TemporaryFolder()
        store = FolderImageStore(folder: folder.path + "/deep/pictures")
    }

    @Test(arguments: ImageStoreCheck.all)
    func keepsTheContract(_ check: ImageStoreCheck) async throws { try await check.run(store) }

    @Test func savedImageIsFoundInBothRenditions() async throws {
        let image = try makeImage("ab")
        try await store.save(image)
        let full = try #require(try await store.find(image.name, .full))
        let thumbnail = try #require(try await store.find(image.name, .thumbnail))
        #expect(try bytes(full) == image.full)
        #expect(try bytes(thumbnail) == image.thumbnail)
        #expect(full.byteCount == image.full.count)
        #expect(thumbnail.byteCount == image.thumbnail.count)
        let digits = image.name.hexDigits
        #expect(full.path == "\(folder.path)/deep/pictures/ab/\(digits).jpg")
        #expect(thumbnail.path == "\(folder.path)/deep/pictures/ab/\(digits)-thumb.jpg")
    }

    @Test(arguments: [(99, true), (100, false)])
    func aTenthOfTheDiskStaysFree(_ free: UInt64, _ isFull: Bool) async throws {
        let store = FolderImageStore(folder: ImageFolder(path: folder.path)) { _ in
            FreeSpace(byteCount: free, totalByteCount: 1000)
        }
        var isRefused = false
        do throws(MarketError) {
            try await store.checkFreeSpace()
        } catch {
            #expect(error == .storageFull)
            isRefused = true
        }
        #expect(isRefused == isFull)
    }

    @Test func theSizeIsThatOfAllFiles() async throws {
        #expect(try await store.storedSize()?.byteCount == 0)
        let images = try ["ab", "cd"].map { try makeImage($0) }
        for image in images { try await store.save(image) }
        var sum: Int64 = 0
        for image in images {
            for rendition in ImageFile.Size.renditions {
                let file = try #require(try await store.find(image.name, rendition))
                sum += Int64(file.byteCount + file.trailerByteCount)
            }
        }
        let size = try #require(try await store.storedSize())
        #expect(size.byteCount == sum && size.freeByteCount ?? 0 > 0)
        try await store.remove(Set(images.map(\.name)))
        #expect(try await store.storedSize()?.byteCount == 0)
    }

    @Test func theFileSystemSaysWhatIsFree() throws {
        let space = try #require(FreeSpace(ofFolder: folder.path))
        #expect(space.byteCount > 0 && space.byteCount <= space.totalByteCount)
        #expect(FreeSpace(ofFolder: folder.path + "/nowhere") == nil)
    }

    @Test func unknownImageIsNotFound() async throws {
        #expect(try await store.find(makeImage("ab").name, .full) == nil)
        #expect(try await store.names() == [])
    }

    @Test func removedImageIsNotFoundAgainThoughItWasKnown() async throws {
        let (gone, kept) = (try makeImage("ab"), try makeImage("cd"))
        for image in [gone, kept] {
            try await store.save(image)
            for rendition in ImageFile.Size.renditions { #expect(try await store.find(image.name, rendition) != nil) }
        }
        try await store.remove([gone.name])
        for rendition in ImageFile.Size.renditions { #expect(try await store.find(gone.name, rendition) == nil) }
        #expect(try await store.find(kept.name, .full) != nil)
        // Removing it again is no error.
        try await store.remove([gone.name])
    }

    @Test func namesAreThoseOfImagesWhateverElseLiesAbout() async throws {
        let (first, second) = (try makeImage("ab"), try makeImage("cd"))
        try await store.save(first)
        try await store.save(second)
        let path = folder.path + "/deep/pictures"
        for stray in ["ab/notes.txt", "ab/\(second.name.hexDigits).jpg", "incoming/\(first.name.hexDigits).jpg"] {
            try Data("x".utf8).write(to: URL(filePath: "\(path)/\(stray)"))
        }
        // Half an image is listed too, or it would never be cleaned up.
        let half = try makeImage("ef")
        try await store.save(half)
        try FileManager.default.removeItem(atPath: "\(path)/ef/\(half.name.hexDigits).jpg")
        #expect(try await store.names() == [first.name, second.name, half.name])
    }

    @Test func savingAgainRepairsWhatIsMissingOrCut() async throws {
        let image = try makeImage("ab")
        try await store.save(image)
        let full = try #require(try await store.find(image.name, .full)).path
        let thumbnail = try #require(try await store.find(image.name, .thumbnail)).path
        try FileManager.default.removeItem(atPath: full)
        try Data([1, 2]).write(to: URL(filePath: thumbnail))
        try await store.save(image)
        let anew = FolderImageStore(folder: folder.path + "/deep/pictures")
        #expect(try bytes(try #require(try await anew.find(image.name, .full))) == image.full)
        #expect(try bytes(try #require(try await anew.find(image.name, .thumbnail))) == image.thumbnail)
    }

    @Test func savingAgainLeavesWholeFilesAlone() async throws {
        let image = try makeImage("ab")
        try await store.save(image)
        let path = try #require(try await store.find(image.name, .full)).path
        let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        try await store.save(image)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == before)
    }

    @Test func manySavesOfOneImageAtOnceLeaveItWhole() async throws {
        let image = try makeImage("ab")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 { group.addTask { try await store.save(image) } }
            try await group.waitForAll()
        }
        #expect(try bytes(try #require(try await store.find(image.name, .full))) == image.full)
        #expect(try incoming() == [])
    }

    @Test(arguments: [ENOSPC, EDQUOT])
    func fullDiskIsReportedAndLeavesNothing(number: Int32) async throws {
        let path = folder.path + "/small"
        let image = try makeImage("ab")
        let files = DurableFiles { descriptor, bytes in
            // A few bytes still succeed, as on a disk that is getting full.
            if bytes.count > 100 { return write(descriptor, bytes.baseAddress, 100) }
            errno = number
            return -1
        }
        let full = FolderImageStore(folder: ImageFolder(path: path, files: files))
        await #expect(throws: MarketError.storageFull) { try await full.save(image) }
        await #expect(throws: MarketError.storageFull) { try await full.check() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/incoming") == [])
        #expect(try await full.find(image.name, .full) == nil)
        // When there is space again, the same folder works.
        try await FolderImageStore(folder: path).save(image)
        #expect(try await full.find(image.name, .full) != nil)
    }

    @Test func leftoversOfACrashAreRemoved() async throws {
        let image = try makeImage("ab")
        try await store.save(image)
        try Data([1]).write(to: URL(filePath: folder.path + "/deep/pictures/incoming/half"))
        try await store.removeTemporaryFiles()
        #expect(try incoming() == [])
        #expect(try await store.names() == [image.name])
    }

    // MARK: Web sizes

    @Test func webSizeLiesBesideItsImageAndGoesWithIt() async throws {
        let image = try makeImage("ab")
        try await store.save(image)
        #expect(try await store.find(image.name, .web(.card)) == nil)
        let saved = try #require(try await store.save([1, 2, 3], of: image.name, .card))
        #expect(saved.path == "\(folder.path)/deep/pictures/ab/\(image.name.hexDigits)-400.webp")
        #expect(try bytes(saved) == [1, 2, 3])
        #expect(try await store.find(image.name, .web(.card)) == saved)
        #expect(try await store.find(image.name, .web(.large)) == nil)
        #expect(try await store.names() == [image.name])
        #expect(try incoming() == [])
        try await store.remove([image.name])
        #expect(try await store.find(image.name, .web(.card)) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/deep/pictures/ab") == [])
    }

    @Test func webSizeOfAnImageThatIsGoneIsNotKept() async throws {
        let image = try makeImage("ab")
        #expect(try await store.save([1], of: image.name, .card) == nil)
        try await store.save(image)
        _ = try await store.save([1], of: image.name, .card)
        // A crash during a removal: what is left is not shown, and is listed for cleanup.
        try FileManager.default.removeItem(atPath: "\(folder.path)/deep/pictures/ab/\(image.name.hexDigits).jpg")
        try FileManager.default.removeItem(atPath: "\(folder.path)/deep/pictures/ab/\(image.name.hexDigits)-thumb.jpg")
        let anew = FolderImageStore(folder: folder.path + "/deep/pictures")
        #expect(try await anew.find(image.name, .web(.card)) == nil)
        #expect(try await anew.names() == [image.name])
        try await anew.remove([image.name])
        #expect(try await anew.names() == [])
    }

    @Test func webSizesThatAreSavedWhileTheirImageIsRemovedLeaveNothing() async throws {
        for _ in 0..<50 {
            let image = try makeImage("ab")
            try await store.save(image)
            async let saved = store.save([1], of: image.name, .card)
            async let removed: Void = store.remove([image.name])
            _ = try await (saved, removed)
            #expect(try await store.names() == [])
        }
    }

    @Test func checkLeavesNothingAndNoticesAFolderThatCantBeUsed() async throws {
        try await store.check()
        #expect(try incoming() == [])
        // A file in place of the folder stops even root.
        let blocked = folder.path + "/blocked"
        try Data().write(to: URL(filePath: blocked))
        await #expect {
            try await FolderImageStore(folder: blocked + "/pictures").check()
        } throws: { error in
            guard case MarketError.unavailable(let reason) = error else { return false }
            return reason.contains(blocked)
        }
    }

    // MARK: Sweeping

    @Test func trashKeepsAllSizesOfAnImageForADay() async throws {
        let image = try makeImage("ab")
        try await store.save(image)
        _ = try await store.save([1], of: image.name, .card)
        _ = try await store.find(image.name, .full)
        let now = Timestamp(millisecondsSinceEpoch: 1_643_016_615_000)
        try await store.moveToTrash([image.name], at: now)
        #expect(try await store.find(image.name, .full) == nil)
        #expect(try await store.names() == [])
        let day = folder.path + "/deep/pictures/trash/20220124"
        #expect(try FileManager.default.contentsOfDirectory(atPath: day).count == 3)
        try await store.emptyTrash(before: now)
        #expect(FileManager.default.fileExists(atPath: day))
        try await store.emptyTrash(before: now.adding(seconds: 86_400))
        #expect(!FileManager.default.fileExists(atPath: day))
    }

    @Test func changedImageIsYoung() async throws {
        let image = try makeImage("ab")
        try await store.save(image)
        let path = try #require(try await store.find(image.name, .full)).path
        let thumbnail = try #require(try await store.find(image.name, .thumbnail)).path
        let old = Date(timeIntervalSince1970: 1_000_000)
        for path in [path, thumbnail] {
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
        }
        let moment = Timestamp(millisecondsSinceEpoch: 2_000_000_000)
        #expect(try await store.names(among: [image.name], unchangedSince: moment) == [image.name])
        try FileManager.default.setAttributes(
            [.modificationDate: old.addingTimeInterval(2_000_000)],
            ofItemAtPath: thumbnail
        )
        #expect(try await store.names(among: [image.name], unchangedSince: moment) == [])
    }

    @Test func storeIsEmptyUntilItHasAnImage() async throws {
        #expect(try await store.isEmpty())
        try await store.check()
        #expect(try await store.isEmpty())
        try await store.save(makeImage("ff"))
        #expect(try await !store.isEmpty())
    }

    private func makeImage(_ start: String) throws -> ProcessedImage {
        var full = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        // A name is a hash, so one that begins with these digits has to be searched for.
        for number in 0..<UInt16.max {
            (full[0], full[1]) = (UInt8(number >> 8), UInt8(number & 0xFF))
            guard let name = ImageName(contentOf: full), name.hexDigits.hasPrefix(start) else { continue }
            return ProcessedImage(name: name, width: 20, height: 10, full: full, thumbnail: Array(full.prefix(700)))
        }
        throw CancellationError()
    }

    private func bytes(_ file: StoredFile) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: file.path)).prefix(file.byteCount))
    }

    private func incoming() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/deep/pictures/incoming")
    }
}

extension FolderImageStore {
    fileprivate func names() async throws(MarketError) -> Set<ImageName> {
        var names: Set<ImageName> = []
        for part in 0..<partCount { names.formUnion(try await self.names(in: part)) }
        return names
    }
}
