import MarketCore
import MarketModels

/// Sample values to store.
enum Sample {
    static let moment = Timestamp(millisecondsSinceEpoch: 1_640_995_200_123)
    static let hash = SecretHash(rawValue: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA")

    /// Returns an image with a name derived from a number.
    static func image(_ number: Int) throws -> NewImage {
        let digits = String(number, radix: 16)
        let text = String(repeating: "0", count: ImageName.digitCount - digits.count) + digits
        return NewImage(name: try unwrap(ImageName(text), "sample names are names"), width: 640, height: 480)
    }

    static func pricing(_ currency: Currency = .krw, price: Int64 = 10_000, discount: Int64 = 0) throws -> Pricing {
        try unwrap(
            Pricing(currency: currency, priceMinorUnits: price, discountMinorUnits: discount),
            "sample prices are prices"
        )
    }

    static func listing(_ name: String = "Chair", description: String = "Hardly used.") throws -> Listing {
        Listing(name: name, description: description, pricing: try pricing(), stock: 3)
    }

    static func listing(in currency: Currency, price: Int64 = 10_000, stock: Int64 = 3) throws -> Listing {
        let pricing = try pricing(currency, price: price)
        return Listing(name: "Chair", description: "Hardly used.", pricing: pricing, stock: stock)
    }

    static func product(
        bySeller seller: NewProduct.Seller,
        idempotencyRecord: NewIdempotencyRecord? = nil
    ) throws -> NewProduct {
        NewProduct(
            seller: seller,
            listing: try listing(),
            contact: nil,
            secretHash: hash,
            images: [],
            registeredAt: moment,
            idempotencyRecord: idempotencyRecord
        )
    }

    static func product(
        of vendor: Vendor.ID,
        named name: String = "Chair",
        description: String = "Hardly used.",
        listing: Listing? = nil,
        images: [NewImage] = [],
        contact: String? = nil,
        network: String? = nil,
        idempotencyRecord: NewIdempotencyRecord? = nil,
        registeredAt: Timestamp = moment,
        expiresAt: Timestamp? = nil
    ) throws -> NewProduct {
        NewProduct(
            seller: .vendor(vendor),
            listing: try listing ?? self.listing(name, description: description),
            contact: contact,
            secretHash: hash,
            images: images,
            registeredAt: registeredAt,
            expiresAt: expiresAt,
            idempotencyRecord: idempotencyRecord,
            network: network
        )
    }

    static func identifier(_ text: String) throws -> VendorIdentifier {
        try unwrap(VendorIdentifier(text), "sample identifiers are identifiers")
    }

    static func newVendor(_ identifier: String, name: String? = nil, id: Int64? = nil) throws -> NewVendor {
        NewVendor(
            identifier: try self.identifier(identifier),
            name: name,
            id: id.map { Vendor.ID(rawValue: $0) },
            createdAt: moment
        )
    }

    static func edit(of product: Product, name: String = "Armchair") throws -> ProductEdit {
        ProductEdit(
            id: product.id,
            expectedVersion: product.version,
            listing: try listing(name),
            updatedAt: moment.adding(seconds: 60)
        )
    }

    static func token(_ text: String, for product: Product.ID, expiresAfter seconds: Int64 = 3600) -> DeleteToken {
        DeleteToken(text: text, product: product, expiresAt: moment.adding(seconds: seconds))
    }
}

extension ProductStore {
    /// Adds a vendor that can own sample products.
    func sampleVendor(_ identifier: String = "seller") async throws -> Vendor {
        try unwrap(try await addVendor(Sample.newVendor(identifier)), "a vendor is made")
    }

    /// Adds a sample product.
    func sampleProduct(images: [NewImage] = [], contact: String? = nil) async throws -> Product {
        try await add(Sample.product(of: sampleVendor().id, images: images, contact: contact))
    }

    /// Stores a delete token obtained with the sample secret.
    func keepToken(_ token: DeleteToken) async throws {
        try expect(try await addDeleteToken(token, issuedFor: Sample.hash), "the token is kept")
    }

    /// Returns the current state of a product, also of one that only its seller may see.
    func existing(_ id: Product.ID) async throws -> Product {
        try unwrap(try await asSeller(id), "product \(id.rawValue) is there").product
    }
}
