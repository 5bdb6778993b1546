import MarketCore
import MarketModels

extension ContractCheck {
    static let failures = [
        ContractCheck("aFailedWriteLeavesNothingBehind", aFailedWriteLeavesNothingBehind),
        ContractCheck("anOpenStoreAnswersTheCheck", anOpenStoreAnswersTheCheck),
    ]

    private static func aFailedWriteLeavesNothingBehind(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let product = try await store.sampleProduct(images: [Sample.image(1)])
        let stranger = try await store.sampleProduct(images: [Sample.image(2)])
        let theirs = stranger.images[0].id
        let mine = product.images[0].id
        let new = try Sample.image(3)
        let revision = store.revision
        func fail(_ promise: String, _ images: [ProductEdit.ImageChoice]?, thumbnail: ProductImage.ID?) async throws {
            let edit = ProductEdit(
                id: product.id,
                expectedVersion: 1,
                listing: try Sample.listing("Changed"),
                contact: .set("changed"),
                images: images,
                thumbnail: thumbnail,
                updatedAt: Sample.moment
            )
            try await expectFailure(promise) { _ = try await store.replace(edit) }
        }
        try await fail("keeping another product's picture", [.new(new), .kept(theirs)], thumbnail: nil)
        try await fail("keeping one picture twice", [.kept(mine), .kept(mine), .new(new)], thumbnail: nil)
        try await fail("another product's picture as thumbnail", nil, thumbnail: theirs)
        try await fail("a thumbnail that goes with the same edit", [.new(new)], thumbnail: mine)
        try await expectFailure("a product of nobody") {
            _ = try await store.add(Sample.product(of: Vendor.ID(rawValue: 999), images: [new]))
        }
        try await storage.nowAndAfterRestart { store in
            try expectEqual(store.revision, revision, "the revision")
            try expectEqual(try await store.existing(product.id), product, "the product")
            try expectEqual(try await store.existing(stranger.id), stranger, "the other product")
            try expectEqual(try await store.page(ProductQuery()).totalCount, 2, "the total")
            try expect(try await store.asSeller(product.id)?.contact == nil, "the contact is as it was")
            try expectEqual(try await store.unusedImages(among: [new.name]), [new.name], "the new picture is unused")
        }
    }

    private static func anOpenStoreAnswersTheCheck(_ storage: ContractStorage) async throws {
        try await storage.store().check()
        try await storage.reopened().check()
    }
}
