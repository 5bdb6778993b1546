import MarketCore
import MarketModels

extension ContractCheck {
    static let images = [
        ContractCheck("picturesAreKeptReorderedReplacedAndReleased", imagesAreKeptReorderedReplacedAndReleased),
        ContractCheck("theThumbnailFollowsItsRules", theThumbnailFollowsItsRules),
        ContractCheck("aPictureIsUnusedWhenNoProductShowsIt", anImageIsUnusedWhenNoProductShowsIt),
        ContractCheck("onePictureMayBeShownTwice", oneImageMayBeShownTwice),
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
        guard case .saved(let after, let released) = try await store.replace(edit) else {
            throw ContractViolation(description: "the edit is saved")
        }
        try expectEqual(released, [old[1].name, old[2].name], "the released pictures")
        try expectEqual(after.images.count, 3, "the number of pictures")
        try expectEqual(after.images[0], old[3], "a kept picture at its new place")
        try expectEqual(after.images[1].name, try Sample.image(9).name, "the new picture")
        try expectEqual(after.images[1].issuedAt, later, "when the new picture was issued")
        try expect(after.images[1].id > old[3].id, "the new picture has a new id")
        try expectEqual(after.images[2], old[0], "another kept picture")
        try expectEqual(after.thumbnail, old[3], "the first is the thumbnail")
        try expectEqual(try await storage.reopened().existing(before.id), after, "the product that is there")
        let none = ProductEdit(
            id: before.id,
            expectedVersion: 2,
            listing: before.listing,
            images: [],
            updatedAt: later
        )
        guard case .saved(let bare, let rest) = try await storage.store().replace(none) else {
            throw ContractViolation(description: "the edit is saved")
        }
        try expectEqual(bare.images, [], "no pictures are left")
        try expectEqual(bare.thumbnail, nil, "nor a thumbnail")
        try expectEqual(rest, Set(after.images.map(\.name)), "all are released")
    }

    private static func theThumbnailFollowsItsRules(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
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
            guard case .saved(let saved, _) = try await store.replace(edit) else {
                throw ContractViolation(description: "the edit is saved")
            }
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

    private static func anImageIsUnusedWhenNoProductShowsIt(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
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

    private static func oneImageMayBeShownTwice(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
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
        guard case .saved(let after, let released) = try await store.replace(edit) else {
            throw ContractViolation(description: "the edit is saved")
        }
        try expectEqual(after.images, [before.images[1]], "the one that was kept")
        try expectEqual(released, [], "it still shows, so it is not released")
    }
}
