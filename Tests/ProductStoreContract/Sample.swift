import MarketCore
import MarketModels

/// Things to keep in a store.
enum Sample {
    static let moment = Timestamp(millisecondsSinceEpoch: 1_640_995_200_123)
    static let hash = SecretHash(rawValue: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA")

    /// A picture whose name is made from a number.
    static func picture(_ number: Int) throws -> NewPicture {
        let digits = String(number, radix: 16)
        let text = String(repeating: "0", count: PictureName.digitCount - digits.count) + digits
        return NewPicture(name: try unwrap(PictureName(text), "sample names are names"), width: 640, height: 480)
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
        of vendor: Vendor.ID,
        named name: String = "Chair",
        description: String = "Hardly used.",
        listing: Listing? = nil,
        pictures: [NewPicture] = [],
        contact: String? = nil,
        receipt: NewReceipt? = nil,
        registeredAt: Timestamp = moment
    ) throws -> NewProduct {
        NewProduct(
            vendor: vendor,
            listing: try listing ?? self.listing(name, description: description),
            contact: contact,
            secretHash: hash,
            pictures: pictures,
            registeredAt: registeredAt,
            receipt: receipt
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
    /// A vendor that can own sample products.
    func sampleVendor(_ identifier: String = "seller") async throws -> Vendor {
        try unwrap(try await addVendor(Sample.newVendor(identifier)), "a vendor is made")
    }

    /// A sample product in the store.
    func sampleProduct(pictures: [NewPicture] = [], contact: String? = nil) async throws -> Product {
        try await add(Sample.product(of: sampleVendor().id, pictures: pictures, contact: contact))
    }

    /// Keeps a token that the sample secret has bought.
    func keepToken(_ token: DeleteToken) async throws {
        try expect(try await keep(token, boughtWith: Sample.hash), "the token is kept")
    }

    /// The product that is there now.
    func existing(_ id: Product.ID) async throws -> Product {
        guard case .found(let product, _) = try await product(id) else {
            throw ContractViolation(description: "product \(id.rawValue) is there")
        }
        return product
    }
}
