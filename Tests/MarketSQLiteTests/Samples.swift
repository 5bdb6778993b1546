import MarketCore
import MarketModels
import Testing

@testable import MarketSQLite

extension NewVendor {
    static func sample(_ identifier: String = "seller") throws -> NewVendor {
        NewVendor(
            identifier: try #require(VendorIdentifier(identifier)),
            name: nil,
            createdAt: Timestamp(millisecondsSinceEpoch: 1_640_995_200_000)
        )
    }
}

extension NewProduct {
    static func sample(
        of vendor: Int64,
        in currency: Currency = .krw,
        description: String = "Hardly used."
    ) throws -> NewProduct {
        let pricing = try #require(Pricing(currency: currency, priceMinorUnits: 10_000, discountMinorUnits: 500))
        let name = try #require(ImageName(String(repeating: "0a", count: 20)))
        return NewProduct(
            seller: .vendor(Vendor.ID(rawValue: vendor)),
            listing: Listing(name: "의자", description: description, pricing: pricing, stock: 3),
            contact: "here",
            secretHash: SecretHash(rawValue: "$hash"),
            images: [NewImage(name: name, width: 640, height: 480)],
            registeredAt: Timestamp(millisecondsSinceEpoch: 1_640_995_200_000)
        )
    }

    /// A product that adds about 60 KB to the log. Its description has characters of four bytes that aren't indexed, so
    /// that nearly all of the time is for writing.
    static var large: NewProduct {
        get throws { try sample(of: 1, description: String(repeating: "\u{E0020}", count: 10_000)) }
    }
}

extension SQLiteProductStore {
    /// Adds products while the log exceeds its limit.
    func writeUntilLogIsTruncated(within attempts: Int) async throws {
        for _ in 1...attempts where log.byteCount > WriteAheadLog.byteLimit { _ = try await add(NewProduct.large) }
        #expect(log.byteCount <= WriteAheadLog.byteLimit, "\(attempts) writes later")
    }
}

/// What the tests call when they give no settings: a machine that is slow because many tests run at once is given time.
extension SQLiteProductStore {
    convenience init(folder: String) async throws(StoreOpeningError) {
        try await self.init(folder: folder, settings: ConnectionSettings(readLimit: .seconds(600)))
    }

    convenience init(lock: DataFolderLock) async throws(StoreOpeningError) {
        try await self.init(lock: lock, settings: ConnectionSettings(readLimit: .seconds(600)))
    }
}
