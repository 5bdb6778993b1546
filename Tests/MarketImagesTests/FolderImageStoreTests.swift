import Foundation
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

    @Test func savedPictureIsFoundInBothRenditions() async throws {
        let picture = try makePicture("ab")
        try await store.save(picture)
        let full = try #require(try await store.find(picture.name, .full))
        let thumbnail = try #require(try await store.find(picture.name, .thumbnail))
        #expect(try bytes(full) == picture.full)
        #expect(try bytes(thumbnail) == picture.thumbnail)
        #expect(full.byteCount == picture.full.count)
        #expect(thumbnail.byteCount == picture.thumbnail.count)
        let digits = picture.name.hexDigits
        #expect(full.path == "\(folder.path)/deep/pictures/ab/\(digits).jpg")
        #expect(thumbnail.path == "\(folder.path)/deep/pictures/ab/\(digits)-thumb.jpg")
    }

    @Test func unknownPictureIsNotFound() async throws {
        #expect(try await store.find(makePicture("ab").name, .full) == nil)
        #expect(try await store.names() == [])
    }

    @Test func removedPictureIsNotFoundAgainThoughItWasKnown() async throws {
        let (gone, kept) = (try makePicture("ab"), try makePicture("cd"))
        for picture in [gone, kept] {
            try await store.save(picture)
            for rendition in Rendition.allCases { #expect(try await store.find(picture.name, rendition) != nil) }
        }
        try await store.remove([gone.name])
        for rendition in Rendition.allCases { #expect(try await store.find(gone.name, rendition) == nil) }
        #expect(try await store.find(kept.name, .full) != nil)
        // And once more, which is no error.
        try await store.remove([gone.name])
    }

    @Test func namesAreThoseOfPicturesWhateverElseLiesAbout() async throws {
        let (first, second) = (try makePicture("ab"), try makePicture("cd"))
        try await store.save(first)
        try await store.save(second)
        let path = folder.path + "/deep/pictures"
        for stray in ["ab/notes.txt", "ab/\(second.name.hexDigits).jpg", "incoming/\(first.name.hexDigits).jpg"] {
            try Data("x".utf8).write(to: URL(filePath: "\(path)/\(stray)"))
        }
        // Half a picture is listed too, or nobody would ever clear it away.
        let half = try makePicture("ef")
        try await store.save(half)
        try FileManager.default.removeItem(atPath: "\(path)/ef/\(half.name.hexDigits).jpg")
        #expect(try await store.names() == [first.name, second.name, half.name])
    }

    @Test func savingAgainRepairsWhatIsMissingOrCut() async throws {
        let picture = try makePicture("ab")
        try await store.save(picture)
        let full = try #require(try await store.find(picture.name, .full)).path
        let thumbnail = try #require(try await store.find(picture.name, .thumbnail)).path
        try FileManager.default.removeItem(atPath: full)
        try Data([1, 2]).write(to: URL(filePath: thumbnail))
        try await store.save(picture)
        let anew = FolderImageStore(folder: folder.path + "/deep/pictures")
        #expect(try bytes(try #require(try await anew.find(picture.name, .full))) == picture.full)
        #expect(try bytes(try #require(try await anew.find(picture.name, .thumbnail))) == picture.thumbnail)
    }

    @Test func savingAgainLeavesWholeFilesAlone() async throws {
        let picture = try makePicture("ab")
        try await store.save(picture)
        let path = try #require(try await store.find(picture.name, .full)).path
        let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        try await store.save(picture)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == before)
    }

    @Test func manySavesOfOnePictureAtOnceLeaveItWhole() async throws {
        let picture = try makePicture("ab")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 { group.addTask { try await store.save(picture) } }
            try await group.waitForAll()
        }
        #expect(try bytes(try #require(try await store.find(picture.name, .full))) == picture.full)
        #expect(try incoming() == [])
    }

    @Test(arguments: [ENOSPC, EDQUOT])
    func fullDiskIsReportedAndLeavesNothing(number: Int32) async throws {
        let path = folder.path + "/small"
        let picture = try makePicture("ab")
        let files = DurableFiles { descriptor, bytes in
            // A few bytes still go through, as on a disk that is getting full.
            if bytes.count > 100 { return write(descriptor, bytes.baseAddress, 100) }
            errno = number
            return -1
        }
        let full = FolderImageStore(folder: PictureFolder(path: path, files: files))
        await #expect(throws: StoreError.full) { try await full.save(picture) }
        await #expect(throws: StoreError.full) { try await full.check() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path + "/incoming") == [])
        #expect(try await full.find(picture.name, .full) == nil)
        // With room again the same folder works.
        try await FolderImageStore(folder: path).save(picture)
        #expect(try await full.find(picture.name, .full) != nil)
    }

    @Test func leftoversOfACrashAreSwept() async throws {
        let picture = try makePicture("ab")
        try await store.save(picture)
        try Data([1]).write(to: URL(filePath: folder.path + "/deep/pictures/incoming/half"))
        try await store.sweepTemporaryFiles()
        #expect(try incoming() == [])
        #expect(try await store.names() == [picture.name])
    }

    // MARK: Web sizes

    @Test func webSizeLiesBesideItsPictureAndGoesWithIt() async throws {
        let picture = try makePicture("ab")
        try await store.save(picture)
        #expect(try await store.find(picture.name, .card) == nil)
        let saved = try #require(try await store.save([1, 2, 3], of: picture.name, .card))
        #expect(saved.path == "\(folder.path)/deep/pictures/ab/\(picture.name.hexDigits)-400.webp")
        #expect(try bytes(saved) == [1, 2, 3])
        #expect(try await store.find(picture.name, .card) == saved)
        #expect(try await store.find(picture.name, .large) == nil)
        #expect(try await store.names() == [picture.name])
        #expect(try incoming() == [])
        try await store.remove([picture.name])
        #expect(try await store.find(picture.name, .card) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/deep/pictures/ab") == [])
    }

    @Test func webSizeOfAPictureThatIsGoneIsNotKept() async throws {
        let picture = try makePicture("ab")
        #expect(try await store.save([1], of: picture.name, .card) == nil)
        try await store.save(picture)
        _ = try await store.save([1], of: picture.name, .card)
        // A crash in the middle of a removal: what is left is not shown, and is listed to be swept.
        try FileManager.default.removeItem(atPath: "\(folder.path)/deep/pictures/ab/\(picture.name.hexDigits).jpg")
        try FileManager.default.removeItem(
            atPath: "\(folder.path)/deep/pictures/ab/\(picture.name.hexDigits)-thumb.jpg"
        )
        let anew = FolderImageStore(folder: folder.path + "/deep/pictures")
        #expect(try await anew.find(picture.name, .card) == nil)
        #expect(try await anew.names() == [picture.name])
        try await anew.remove([picture.name])
        #expect(try await anew.names() == [])
    }

    @Test func webSizesThatAreSavedWhileTheirPictureIsRemovedLeaveNothing() async throws {
        for _ in 0..<50 {
            let picture = try makePicture("ab")
            try await store.save(picture)
            async let saved = store.save([1], of: picture.name, .card)
            async let removed: Void = store.remove([picture.name])
            _ = try await (saved, removed)
            #expect(try await store.names() == [])
        }
    }

    @Test func checkLeavesNothingAndNoticesAFolderThatCantBeUsed() async throws {
        try await store.check()
        #expect(try incoming() == [])
        // A file where the folder should be stops even root.
        let blocked = folder.path + "/blocked"
        try Data().write(to: URL(filePath: blocked))
        await #expect {
            try await FolderImageStore(folder: blocked + "/pictures").check()
        } throws: { error in
            guard case StoreError.unavailable(let reason) = error else { return false }
            return reason.contains(blocked)
        }
    }

    // MARK: Sweeping

    @Test func trashKeepsAllSizesOfAPictureUntilItsDayIsOver() async throws {
        let picture = try makePicture("ab")
        try await store.save(picture)
        _ = try await store.save([1], of: picture.name, .card)
        _ = try await store.find(picture.name, .full)
        let now = Timestamp(millisecondsSinceEpoch: 1_643_016_615_000)
        try await store.moveToTrash([picture.name], at: now)
        #expect(try await store.find(picture.name, .full) == nil)
        #expect(try await store.names() == [])
        let day = folder.path + "/deep/pictures/trash/20220124"
        #expect(try FileManager.default.contentsOfDirectory(atPath: day).count == 3)
        try await store.emptyTrash(before: now)
        #expect(FileManager.default.fileExists(atPath: day))
        try await store.emptyTrash(before: now.adding(seconds: 86_400))
        #expect(!FileManager.default.fileExists(atPath: day))
    }

    @Test func changedPictureIsYoung() async throws {
        let picture = try makePicture("ab")
        try await store.save(picture)
        let path = try #require(try await store.find(picture.name, .full)).path
        let thumbnail = try #require(try await store.find(picture.name, .thumbnail)).path
        let old = Date(timeIntervalSince1970: 1_000_000)
        for path in [path, thumbnail] {
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
        }
        let moment = Timestamp(millisecondsSinceEpoch: 2_000_000_000)
        #expect(try await store.names(among: [picture.name], unchangedSince: moment) == [picture.name])
        try FileManager.default.setAttributes(
            [.modificationDate: old.addingTimeInterval(2_000_000)],
            ofItemAtPath: thumbnail
        )
        #expect(try await store.names(among: [picture.name], unchangedSince: moment) == [])
    }

    @Test func storeIsEmptyUntilItHasAPicture() async throws {
        #expect(try await store.isEmpty())
        try await store.check()
        #expect(try await store.isEmpty())
        try await store.save(makePicture("ff"))
        #expect(try await !store.isEmpty())
    }

    private func makePicture(_ start: String) throws -> ProcessedPicture {
        var full = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        // A name is a hash, so what begins with these digits has to be looked for.
        for number in 0..<UInt16.max {
            (full[0], full[1]) = (UInt8(number >> 8), UInt8(number & 0xFF))
            guard let name = PictureName(contentOf: full), name.hexDigits.hasPrefix(start) else { continue }
            return ProcessedPicture(name: name, width: 20, height: 10, full: full, thumbnail: Array(full.prefix(700)))
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
    fileprivate func names() async throws(StoreError) -> Set<PictureName> {
        var names: Set<PictureName> = []
        for part in 0..<partCount { names.formUnion(try await self.names(in: part)) }
        return names
    }
}
