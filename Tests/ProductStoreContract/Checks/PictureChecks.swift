import MarketCore
import MarketModels

extension ContractCheck {
    static let pictures = [
        ContractCheck("picturesAreKeptReorderedReplacedAndReleased", picturesAreKeptReorderedReplacedAndReleased),
        ContractCheck("theThumbnailFollowsItsRules", theThumbnailFollowsItsRules),
        ContractCheck("aPictureIsUnusedWhenNoProductShowsIt", aPictureIsUnusedWhenNoProductShowsIt),
        ContractCheck("onePictureMayBeShownTwice", onePictureMayBeShownTwice),
    ]

    private static func picturesAreKeptReorderedReplacedAndReleased(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let before = try await store.sampleProduct(pictures: (1...4).map(Sample.picture))
        let old = before.pictures
        let later = Sample.moment.adding(seconds: 5)
        let edit = ProductEdit(
            id: before.id,
            expectedVersion: 1,
            listing: before.listing,
            pictures: [.kept(old[3].id), .new(try Sample.picture(9)), .kept(old[0].id)],
            updatedAt: later
        )
        guard case .saved(let after, let released) = try await store.replace(edit) else {
            throw ContractViolation(description: "the edit is saved")
        }
        try expectEqual(released, [old[1].name, old[2].name], "the released pictures")
        try expectEqual(after.pictures.count, 3, "the number of pictures")
        try expectEqual(after.pictures[0], old[3], "a kept picture at its new place")
        try expectEqual(after.pictures[1].name, try Sample.picture(9).name, "the new picture")
        try expectEqual(after.pictures[1].issuedAt, later, "when the new picture was issued")
        try expect(after.pictures[1].id > old[3].id, "the new picture has a new id")
        try expectEqual(after.pictures[2], old[0], "another kept picture")
        try expectEqual(after.thumbnail, old[3], "the first is the thumbnail")
        try expectEqual(try await storage.reopened().existing(before.id), after, "the product that is there")
        let none = ProductEdit(
            id: before.id,
            expectedVersion: 2,
            listing: before.listing,
            pictures: [],
            updatedAt: later
        )
        guard case .saved(let bare, let rest) = try await storage.store().replace(none) else {
            throw ContractViolation(description: "the edit is saved")
        }
        try expectEqual(bare.pictures, [], "no pictures are left")
        try expectEqual(bare.thumbnail, nil, "nor a thumbnail")
        try expectEqual(rest, Set(after.pictures.map(\.name)), "all are released")
    }

    private static func theThumbnailFollowsItsRules(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        var product = try await store.sampleProduct(pictures: (1...3).map(Sample.picture))
        let old = product.pictures
        func save(_ choices: [ProductEdit.PictureChoice]?, thumbnail: Picture.ID?) async throws -> Picture? {
            let edit = ProductEdit(
                id: product.id,
                expectedVersion: product.version,
                listing: product.listing,
                pictures: choices,
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
        let all: [ProductEdit.PictureChoice] = [.kept(old[0].id), .kept(old[1].id), .kept(old[2].id)]
        try expectEqual(try await save(all, thumbnail: old[2].id), old[2], "the wished-for one of given pictures")
        try expectEqual(try await save(all, thumbnail: nil), old[0], "the first of given pictures")
    }

    private static func aPictureIsUnusedWhenNoProductShowsIt(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let shared = try Sample.picture(1)
        let own = try Sample.picture(2)
        let never = try Sample.picture(3)
        let all: Set = [shared.name, own.name, never.name]
        let first = try await store.sampleProduct(pictures: [shared, own])
        let second = try await store.sampleProduct(pictures: [shared])
        try expectEqual(try await store.unusedPictures(among: []), [], "none of none")
        try expectEqual(try await store.unusedPictures(among: all), [never.name], "unused at first")
        _ = try await store.withdraw(first.id, at: Sample.moment)
        try expectEqual(try await store.unusedPictures(among: all), [own.name, never.name], "unused after one went")
        _ = try await store.withdraw(second.id, at: Sample.moment)
        try expectEqual(try await store.unusedPictures(among: all), all, "unused after both went")
    }

    private static func onePictureMayBeShownTwice(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let same = try Sample.picture(1)
        let before = try await store.sampleProduct(pictures: [same, same])
        try expectEqual(before.pictures.map(\.name), [same.name, same.name], "the same picture twice")
        let edit = ProductEdit(
            id: before.id,
            expectedVersion: 1,
            listing: before.listing,
            pictures: [.kept(before.pictures[1].id)],
            updatedAt: Sample.moment
        )
        guard case .saved(let after, let released) = try await store.replace(edit) else {
            throw ContractViolation(description: "the edit is saved")
        }
        try expectEqual(after.pictures, [before.pictures[1]], "the one that was kept")
        try expectEqual(released, [], "it still shows, so it is not released")
    }
}
