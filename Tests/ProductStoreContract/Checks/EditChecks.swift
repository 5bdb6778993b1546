import MarketCore
import MarketModels

extension ContractCheck {
    static let edits = [
        ContractCheck("anEditWritesItsListingAndCountsUp", anEditWritesItsListingAndCountsUp),
        ContractCheck("anEditOfAnOldVersionIsAConflict", anEditOfAnOldVersionIsAConflict),
        ContractCheck("ofEditsAtTheSameInstantExactlyOneIsSaved", ofEditsAtTheSameInstantExactlyOneIsSaved),
        ContractCheck("anEditOfNothingIsGone", anEditOfNothingIsGone),
        ContractCheck("theContactIsKeptSetAndTakenAway", theContactIsKeptSetAndTakenAway),
        ContractCheck("aSecretIsReplacedAlone", aSecretIsReplacedAlone),
    ]

    private static func anEditWritesItsListingAndCountsUp(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let before = try await store.sampleProduct(images: [Sample.image(1)])
        let listing = Listing(
            name: "안락의자",
            description: "",
            pricing: try Sample.pricing(.usd, price: 5, discount: 5),
            stock: 0
        )
        let edit = ProductEdit(
            id: before.id,
            expectedVersion: 1,
            listing: listing,
            updatedAt: Sample.moment.adding(seconds: 9)
        )
        let (after, released) = try await store.replace(edit).requireSaved()
        try expectEqual(released, [], "no picture is released")
        try expectEqual(
            after,
            Product(
                id: before.id,
                vendor: before.vendor,
                listing: listing,
                images: before.images,
                thumbnail: before.thumbnail,
                registeredAt: before.registeredAt,
                updatedAt: Sample.moment.adding(seconds: 9),
                version: 2
            ),
            "the edited product"
        )
        let reopened = try await storage.reopened()
        try expectEqual(try await reopened.existing(before.id), after, "the product that is there")
        try expectEqual(try await reopened.version(of: before.id)?.number, 2, "the version")
        let summary = try unwrap(try await reopened.page(ProductQuery()).products.first, "it is listed")
        try expectEqual(summary.name, listing.name, "the listed name")
        try expectEqual(summary.version, 2, "the listed version")
        try expectEqual(summary.updatedAt, after.updatedAt, "when the list says it was updated")
    }

    private static func anEditOfAnOldVersionIsAConflict(_ store: any ProductStore) async throws {
        let before = try await store.sampleProduct()
        _ = try await store.replace(Sample.edit(of: before, name: "First"))
        let current = try await store.existing(before.id)
        let revision = store.revision
        try expectEqual(
            try await store.replace(Sample.edit(of: before, name: "Second")),
            .conflict(current),
            "the second edit"
        )
        try expectEqual(try await store.existing(before.id), current, "the product")
        try expectEqual(store.revision, revision, "the revision")
    }

    private static func ofEditsAtTheSameInstantExactlyOneIsSaved(_ store: any ProductStore) async throws {
        let before = try await store.sampleProduct()
        let outcomes = try await withThrowingTaskGroup(of: EditOutcome.self) { group in
            for number in 1...8 {
                group.addTask { try await store.replace(Sample.edit(of: before, name: "Edit \(number)")) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let current = try await store.existing(before.id)
        try expectEqual(current.version, 2, "the version")
        try expectEqual(outcomes.filter { $0 == .saved(current, released: []) }.count, 1, "how many edits were saved")
        try expectEqual(outcomes.filter { $0 == .conflict(current) }.count, 7, "how many edits were conflicts")
    }

    private static func anEditOfNothingIsGone(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        _ = try await store.delete(product.id, at: Sample.moment)
        try expectEqual(try await store.replace(Sample.edit(of: product)), .gone, "an edit of a withdrawn product")
        try expect(try await !store.setSecretHash(Sample.hash, of: product.id), "its secret is gone too")
    }

    private static func theContactIsKeptSetAndTakenAway(_ store: any ProductStore) async throws {
        var product = try await store.sampleProduct(contact: "first")
        let changes: [(ProductEdit.ContactChange, String?)] = [
            (.unchanged, "first"), (.set("second"), "second"), (.set(nil), nil), (.unchanged, nil),
        ]
        for (change, expected) in changes {
            let edit = ProductEdit(
                id: product.id,
                expectedVersion: product.version,
                listing: product.listing,
                contact: change,
                updatedAt: Sample.moment
            )
            let saved = try await store.replace(edit).requireSaved().product
            product = saved
            try expectEqual(try await store.asSeller(product.id)?.contact, expected, "the contact after \(change)")
            try expectEqual(try await store.secretHash(of: product.id), Sample.hash, "the secret after \(change)")
        }
    }

    private static func aSecretIsReplacedAlone(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct(contact: "here")
        let hash = SecretHash(rawValue: "$argon2id$another")
        try expect(try await store.setSecretHash(hash, of: product.id), "there is such a product")
        try expectEqual(try await store.secretHash(of: product.id), hash, "the secret")
        try expectEqual(try await store.asSeller(product.id)?.contact, "here", "the contact")
        try expectEqual(try await store.existing(product.id), product, "the product")
        try expect(try await !store.setSecretHash(hash, of: Product.ID(rawValue: 999)), "there is no such product")
    }
}
