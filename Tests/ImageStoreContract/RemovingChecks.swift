import ContractFrame
import MarketCore
import MarketModels

extension ImageStoreCheck {
    static var removing: [ImageStoreCheck] {
        [
            ImageStoreCheck("removedImageIsNotFoundAgainThoughItWasKnown") { store in
                let (gone, kept) = (try ProcessedImage.sample(1), try ProcessedImage.sample(2))
                for image in [gone, kept] {
                    try await store.save(image)
                    for rendition in ImageFile.Size.renditions { _ = try await store.find(image.name, rendition) }
                }
                try await store.remove([gone.name])
                for rendition in ImageFile.Size.renditions {
                    try expect(try await store.find(gone.name, rendition), is: nil, "the removed \(rendition)")
                }
                try expect(try await store.find(kept.name, .full)?.content(), is: kept.full, "the other image")
                try expect(try await store.names(near: [gone.name, kept.name]), is: [kept.name], "the names")
                // Removing it again is no error.
                try await store.remove([gone.name])
                try await store.save(gone)
                try expect(try await store.find(gone.name, .full)?.content(), is: gone.full, "the image saved again")
            },
            ImageStoreCheck("ageIsThatOfTheLastChange") { store in
                let image = try ProcessedImage.sample(1)
                try await store.save(image)
                let now = SystemWallClock().now
                let old = try await store.names(among: [image.name], unchangedSince: now.adding(seconds: 3600))
                try expect(old, is: [image.name], "what was not changed since a later moment")
                let young = try await store.names(among: [image.name], unchangedSince: now.adding(seconds: -3600))
                try expect(young, is: [], "what was not changed since an earlier moment")
            },
            ImageStoreCheck("trashedImageIsNotFoundAndTheTrashIsEmptied") { store in
                let image = try ProcessedImage.sample(1)
                try await store.save(image)
                _ = try await store.save([1, 2, 3], of: image.name, .card)
                _ = try await store.find(image.name, .full)
                let now = SystemWallClock().now
                try await store.moveToTrash([image.name], at: now)
                try expect(try await store.find(image.name, .full), is: nil, "the image")
                try expect(try await store.find(image.name, .web(.card)), is: nil, "its web size")
                try expect(try await store.names(near: [image.name]), is: [], "the names")
                try await store.emptyTrash(before: now)
                try await store.emptyTrash(before: now.adding(seconds: 2 * 86_400))
            },
            ImageStoreCheck("imageComesBackFromTheTrashUntilItIsDeletedThere") { store in
                let (image, other) = (try ProcessedImage.sample(5), try ProcessedImage.sample(6))
                for image in [image, other] { try await store.save(image) }
                let now = SystemWallClock().now
                try await store.moveToTrash([image.name, other.name], at: now)
                try await store.takeFromTrash([image.name], movedAt: now)
                try expect(try await store.find(image.name, .full)?.content(), is: image.full, "the image")
                try expect(
                    try await store.find(image.name, .thumbnail)?.content(),
                    is: image.thumbnail,
                    "its thumbnail"
                )
                try expect(try await store.find(other.name, .full), is: nil, "the other image")
                // What isn't in the trash any more stays in its place.
                try await store.deleteFromTrash([image.name, other.name], movedAt: now)
                try await store.takeFromTrash([image.name, other.name], movedAt: now)
                try expect(try await store.find(image.name, .full)?.content(), is: image.full, "the image afterwards")
                try expect(try await store.names(near: [image.name, other.name]), is: [image.name], "the names")
            },
            ImageStoreCheck("imageThatIsAboutToBeShownSurvivesItsRemoval") { store in
                let image = try ProcessedImage.sample(4)
                let lifecycle = ImageLifecycle(store: NothingUsed(), images: store, processor: OneImage(image: image))
                for _ in 0..<8 {
                    async let removal: Void = lifecycle.removeUnused([image.name])
                    let lease = try await lifecycle.save([UploadedImage(path: "", byteCount: 1)], for: .unknown)
                    await removal
                    let found = try await store.find(image.name, .full)
                    try expect(found?.content(), is: image.full, "an image that is held")
                    await lifecycle.discard(lease)
                    try expect(try await store.find(image.name, .full), is: nil, "an image that nobody holds or shows")
                }
            },
        ]
    }
}

/// A market without products.
private struct NothingUsed: ImageReferences, ReleasedImageStore {
    func unusedImages(among names: Set<ImageName>) -> Set<ImageName> { names }

    func releasedImages(named names: Set<ImageName>) -> [ReleasedImage] { [] }

    func releasedImages(after last: Int64, limit: Int) -> [ReleasedImage] { [] }

    func removeReleased(_ images: [ReleasedImage]) {}
}

/// A processor for which every upload is the same image.
private struct OneImage: ImageProcessor {
    let image: ProcessedImage

    var sandbox: ImageSandbox? { nil }

    func process(_ upload: UploadedImage, for client: ClientAddress) -> ProcessedImage { image }

    func makeWebImage(of full: StoredFile, width: WebImageWidth) -> [UInt8] { [] }

    func makeIcon(of full: [UInt8], side: Int) -> [UInt8] { [] }
}
