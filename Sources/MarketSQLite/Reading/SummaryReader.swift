internal import MarketModels

/// Reads the rows of ``ListingStatements``.
enum SummaryReader {
    static func summary(
        _ row: StatementRow,
        described: Bool,
        pictures: [PictureName]?
    ) throws -> ProductSummary {
        let id = Product.ID(rawValue: row.integer(0))
        return ProductSummary(
            id: id,
            vendorID: Vendor.ID(rawValue: row.integer(1)),
            vendorName: row.text(2),
            name: row.text(11),
            pricing: try pricing(row, from: 4, of: id),
            stock: row.integer(7),
            thumbnail: try row.optionalText(10).map { try pictureName($0, of: id) },
            registeredAt: Timestamp(millisecondsSinceEpoch: row.integer(8)),
            updatedAt: Timestamp(millisecondsSinceEpoch: row.integer(9)),
            version: row.integer(3),
            description: described ? row.text(12) : nil,
            pictures: pictures
        )
    }

    /// Reads currency, price and discount from three neighbouring columns.
    static func pricing(_ row: StatementRow, from column: Int32, of id: Product.ID) throws -> Pricing {
        guard let currency = Currency(rawValue: row.text(column)),
            let pricing = Pricing(
                currency: currency,
                priceMinorUnits: row.integer(column + 1),
                discountMinorUnits: row.integer(column + 2)
            )
        else { throw StoredFactError(reason: "product \(id.rawValue) has an impossible price") }
        return pricing
    }

    static func pictureName(_ text: String, of id: Product.ID) throws -> PictureName {
        guard let name = PictureName(text) else {
            throw StoredFactError(reason: "a picture of product \(id.rawValue) has an impossible name")
        }
        return name
    }
}
