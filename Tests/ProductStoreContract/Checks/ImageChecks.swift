import MarketCore
import MarketModels

extension ContractCheck {
    static let images = [
        ContractCheck("picturesAreKeptReorderedReplacedAndReleased", imagesAreKeptReorderedReplacedAndReleased),
        ContractCheck("theThumbnailFollowsItsRules", theThumbnailFollowsItsRules),
        ContractCheck("aPictureIsUnusedWhenNoProductShowsIt", anImageIsUnusedWhenNoProductShowsIt),
        ContractCheck("onePictureMayBeShownTwice", oneImageMayBeShownTwice),
        ContractCheck("whatAProductReleasesIsNotedUntilItIsRemoved", whatAProductReleasesIsNoted),
    ]

    private static func imagesAreKeptReorderedReplacedAndReleased(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let before = try await store.sampleProduct(images: (1...4).map(Sample.image))
        let old = before.images
        let later = Sample.moment.adding(seconds: 5)
        let edit = ProductEdit(
            id: before.id,
            expectedVersion: 1,
            listing: before.listing,
            images: [.kept(old[3].id), .new(try Sample.image(9)), .kept(old[0].id)],
            updatedAt: later
        )
        let (after, released) = try await store.replace(edit).requireSaved()
        try expectEqual(released, [old[1].name, old[2].name], "the released pictures")
        try expectEqual(after.images.count, 3, "the number of pictures")
        try expectEqual(after.images[0], old[3], "a kept picture at its new place")
        try expectEqual(after.images[1].name, try Sample.image(9).name, "the new picture")
        try expectEqual(after.images[1].issuedAt, later, "when the new picture was issued")
        try expect(after.images[1].id > old[3].id, "the new picture has a new id")
        try expectEqual(after.images[2], old[0], "another kept picture")
        try expectEqual(after.thumbnail, old[3], "the first is the thumbnail")
        try expectEqual(try await storage.reopened().existing(before.id), after, "the product that is there")
        let none = ProductEdit(id: before.id, expectedVersion: 2, listing: before.listing, images: [], updatedAt: later)
        let (bare, rest) = try await storage.store().replace(none).requireSaved()
        try expectEqual(bare.images, [], "no pictures are left")
        try expectEqual(bare.thumbnail, nil, "nor a thumbnail")
        try expectEqual(rest, Set(after.images.map(\.name)), "all are released")
    }

    private static func theThumbnailFollowsItsRules(_ store: any ProductStore) async throws {
        var product = try await store.sampleProduct(images: (1...3).map(Sample.image))
        let old = product.images
        func save(_ choices: [ProductEdit.ImageChoice]?, thumbnail: ProductImage.ID?) async throws -> ProductImage? {
            let edit = ProductEdit(
                id: product.id,
                expectedVersion: product.version,
                listing: product.listing,
                images: choices,
                thumbnail: thumbnail,
                updatedAt: Sample.moment
            )
            let saved = try await store.replace(edit).requireSaved().product
            product = saved
            let listed = try await store.page(ProductQuery()).products.first?.thumbnail
            try expectEqual(listed, saved.thumbnail?.name, "the listed thumbnail")
            return saved.thumbnail
        }
        try expectEqual(try await save(nil, thumbnail: old[1].id), old[1], "the wished-for thumbnail")
        try expectEqual(try await save(nil, thumbnail: nil), old[1], "the thumbnail that was left as it is")
        let all: [ProductEdit.ImageChoice] = [.kept(old[0].id), .kept(old[1].id), .kept(old[2].id)]
        try expectEqual(try await save(all, thumbnail: old[2].id), old[2], "the wished-for one of given pictures")
        try expectEqual(try await save(all, thumbnail: nil), old[0], "the first of given pictures")
    }

    private static func anImageIsUnusedWhenNoProductShowsIt(_ store: any ProductStore) async throws {
        let shared = try Sample.image(1)
        let own = try Sample.image(2)
        let never = try Sample.image(3)
        let all: Set = [shared.name, own.name, never.name]
        let first = try await store.sampleProduct(images: [shared, own])
        let second = try await store.sampleProduct(images: [shared])
        try expectEqual(try await store.unusedImages(among: []), [], "none of none")
        try expectEqual(try await store.unusedImages(among: all), [never.name], "unused at first")
        _ = try await store.delete(first.id, at: Sample.moment)
        try expectEqual(try await store.unusedImages(among: all), [own.name, never.name], "unused after one went")
        _ = try await store.delete(second.id, at: Sample.moment)
        try expectEqual(try await store.unusedImages(among: all), all, "unused after both went")
    }

    private static func whatAProductReleasesIsNoted(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let names = try (1...4).map { try Sample.image($0).name }
        func noted(_ store: any ProductStore) async throws -> [ReleasedImage] {
            try await store.releasedImages(after: 0, limit: 100)
        }
        let first = try await store.sampleProduct(images: (1...3).map(Sample.image))
        let second = try await store.sampleProduct(images: [1, 4].map(Sample.image))
        try expectEqual(try await noted(store), [], "nothing is noted of what is listed")
        let later = Sample.moment.adding(seconds: 5)
        func edit(version: Int64) -> ProductEdit {
            ProductEdit(
                id: first.id,
                expectedVersion: version,
                listing: first.listing,
                images: [.kept(first.images[0].id), .kept(first.images[1].id)],
                updatedAt: later
            )
        }
        guard case .conflict = try await store.replace(edit(version: 7)) else {
            throw ContractViolation(description: "the edit of another version is refused")
        }
        try expectEqual(try await noted(store), [], "nor of an edit that is refused")
        try await store.replace(edit(version: 1)).requireSaved()
        try expectEqual(try await noted(store).map(\.name), [names[2]], "the picture that an edit has replaced")
        try expectEqual(try await noted(store).map(\.releasedAt), [later], "with the time")
        _ = try await store.delete(first.id, at: later)
        try await storage.nowAndAfterRestart { store in
            try expectEqual(Set(try await noted(store).map(\.name)), Set(names.prefix(3)), "those of a deleted product")
            try expectEqual(try await store.unusedImages(among: [names[0]]), [], "of which another one shows one")
        }
        let reopened = try await storage.store()
        let before = try await reopened.releasedImages(named: [names[0], names[3]])
        try expectEqual(before.map(\.name), [names[0]], "those of some names")
        _ = try await reopened.delete(second.id, at: later)
        try await reopened.removeReleased(before)
        let left = try await noted(reopened)
        try expectEqual(
            left.map(\.name).sorted { $0.hexDigits < $1.hexDigits },
            names.sorted { $0.hexDigits < $1.hexDigits },
            "a later release has a note of its own"
        )
        try expectEqual(left.map(\.id), left.map(\.id).sorted(), "in the order of their ids")
        let page = try await reopened.releasedImages(after: left[0].id, limit: 2)
        try expectEqual(page, Array(left[1...2]), "in parts")
        try await reopened.removeReleased(left)
        try await storage.nowAndAfterRestart { try expectEqual(try await noted($0), [], "those that are removed") }
    }

    private static func oneImageMayBeShownTwice(_ store: any ProductStore) async throws {
        let same = try Sample.image(1)
        let before = try await store.sampleProduct(images: [same, same])
        try expectEqual(before.images.map(\.name), [same.name, same.name], "the same picture twice")
        let edit = ProductEdit(
            id: before.id,
            expectedVersion: 1,
            listing: before.listing,
            images: [.kept(before.images[1].id)],
            updatedAt: Sample.moment
        )
        let (after, released) = try await store.replace(edit).requireSaved()
        try expectEqual(after.images, [before.images[1]], "the one that was kept")
        try expectEqual(released, [], "it still shows, so it is not released")
    }
}
