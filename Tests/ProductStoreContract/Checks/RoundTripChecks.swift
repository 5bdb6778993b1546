import MarketCore
import MarketModels

extension ContractCheck {
    static let roundTrip = [
        ContractCheck("everyFieldComesBackAsItWasGiven", everyFieldComesBackAsItWasGiven),
        ContractCheck("theLargestNumbersAndOddestTextsComeBack", theLargestNumbersAndOddestTextsComeBack),
        ContractCheck("listsShowWhatDetailsShow", listsShowWhatDetailsShow),
        ContractCheck("aProductNeedsNoPictures", aProductNeedsNoImages),
        ContractCheck("theDatabaseHasASize", theDatabaseHasASize),
    ]

    private static func everyFieldComesBackAsItWasGiven(_ storage: ContractStorage) async throws {
        let store = try await storage.store()
        let vendor = try await store.sampleVendor()
        let images = try (1...5).map(Sample.image)
        let new = NewProduct(
            seller: .vendor(vendor.id),
            listing: Listing(
                name: "중고 의자 🪑",
                description: "거의 새것\n\u{1F1F0}\u{1F1F7}",
                pricing: try Sample.pricing(.usd, price: 1999, discount: 1),
                stock: 0
            ),
            contact: "010-0000-0000",
            secretHash: Sample.hash,
            images: images,
            registeredAt: Sample.moment
        )
        let added = try await store.add(new)
        try expectEqual(added.vendor, vendor, "the vendor")
        try expectEqual(added.listing, new.listing, "the listing")
        try expectEqual(
            added.images.map { NewImage(name: $0.name, width: $0.width, height: $0.height) },
            images,
            "the pictures in order"
        )
        try expect(added.images.allSatisfy { $0.issuedAt == Sample.moment }, "pictures are issued with the product")
        try expectEqual(added.thumbnail, added.images.first, "the first picture is the thumbnail")
        try expectEqual(added.registeredAt, Sample.moment, "when it was registered")
        try expectEqual(added.updatedAt, Sample.moment, "when it was updated")
        try expectEqual(added.version, 1, "the first version")
        try await storage.nowAndAfterRestart { store in
            try expectEqual(try await store.existing(added.id), added, "the product")
            try expectEqual(try await store.version(of: added.id)?.number, 1, "the version")
            try expectEqual(try await store.secretHash(of: added.id), Sample.hash, "the secret")
            try expectEqual(try await store.asSeller(added.id)?.contact, "010-0000-0000", "the contact")
            try expectEqual(try await store.shownContact(of: added.id), "010-0000-0000", "the contact for all")
        }
    }

    private static func theLargestNumbersAndOddestTextsComeBack(_ store: any ProductStore) async throws {
        let vendor = try await store.sampleVendor()
        let most = Money.maximumMinorUnits
        let texts = ["a", String(repeating: "가", count: 200), "👨‍👩‍👧‍👦", "'; DROP TABLE product; --", "\u{FFFD}\u{200B}%_\""]
        for text in texts {
            let listing = Listing(
                name: text,
                description: String(repeating: text, count: 10_000 / max(1, text.unicodeScalars.count)),
                pricing: try Sample.pricing(.usd, price: most, discount: most),
                stock: ListingRules.maximumStock
            )
            let added = try await store.add(
                NewProduct(
                    seller: .vendor(vendor.id),
                    listing: listing,
                    contact: nil,
                    secretHash: Sample.hash,
                    images: [],
                    registeredAt: Timestamp(millisecondsSinceEpoch: most)
                )
            )
            try expectEqual(try await store.existing(added.id).listing, listing, "the listing named \(text)")
            try expectEqual(try await store.page(ProductQuery(size: 1)).products.first?.name, text, "the listed name")
        }
    }

    private static func listsShowWhatDetailsShow(_ store: any ProductStore) async throws {
        let plain = try await store.sampleProduct(images: [Sample.image(1), Sample.image(2)])
        let attributes = ListingAttributes(condition: .fair, handover: .parcel, place: "연남동", category: nil)
        let listing = Listing(
            name: plain.listing.name,
            description: plain.listing.description,
            pricing: plain.listing.pricing,
            stock: plain.listing.stock,
            attributes: attributes
        )
        let edit = ProductEdit(
            id: plain.id,
            expectedVersion: plain.version,
            listing: listing,
            updatedAt: plain.updatedAt
        )
        let product = try await store.replace(edit).requireSaved("the attributes are stored").product
        for describes in [false, true] {
            for vendor in [nil, product.vendor.id] {
                let page = try await store.page(ProductQuery(vendor: vendor, includesDescriptions: describes))
                let summary = ProductSummary(
                    id: product.id,
                    vendorID: product.vendor.id,
                    vendorName: product.vendor.name,
                    name: product.listing.name,
                    pricing: product.listing.pricing,
                    stock: product.listing.stock,
                    thumbnail: product.thumbnail?.name,
                    registeredAt: product.registeredAt,
                    updatedAt: product.updatedAt,
                    version: product.version,
                    attributes: ListingAttributes(condition: .fair, place: "연남동"),
                    description: describes ? product.listing.description : nil
                )
                try expectEqual(page.products, [summary], "the summary")
                try expectEqual(page.revision, store.revision, "the revision of the list")
            }
        }
    }

    private static func aProductNeedsNoImages(_ store: any ProductStore) async throws {
        let product = try await store.sampleProduct()
        try expectEqual(product.images, [], "the pictures")
        try expectEqual(product.thumbnail, nil, "the thumbnail")
        let first = try await store.page(ProductQuery()).products.first
        try expect(first?.thumbnail == nil, "a list shows no thumbnail either")
        try expect(try await store.asSeller(product.id)?.contact == nil, "no contact was given")
    }

    private static func theDatabaseHasASize(_ store: any ProductStore) async throws {
        _ = try await store.sampleProduct()
        try expect(try await store.storedSize()?.byteCount ?? 0 > 1000, "more than its products")
    }
}
