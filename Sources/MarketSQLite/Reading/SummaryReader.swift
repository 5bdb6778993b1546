internal import MarketCore
internal import MarketModels

/// A reader of the rows of ``ListingStatements``.
enum SummaryReader {
    static func summary(
        _ row: StatementRow,
        described: Bool,
        images: [ImageName]?
    ) throws -> ProductSummary {
        let id = Product.ID(rawValue: try row.positive(0))
        let pricing = try pricing(row, from: 4, of: id)
        return ProductSummary(
            id: id,
            vendorID: Vendor.ID(rawValue: try row.count(1)),
            vendorName: try row.nonEmptyText(2),
            name: try row.nonEmptyText(11),
            pricing: pricing,
            stock: try row.count(7),
            thumbnail: try row.optionalText(10).map { try imageName($0, of: id) },
            registeredAt: try row.timestamp(8),
            updatedAt: try row.timestamp(9),
            version: try row.positive(3),
            state: try state(row, from: 12, of: id),
            reduction: try reduction(row, from: 14, of: pricing, id),
            condition: try condition(row, 16, of: id),
            place: try row.optionalText(17) ?? "",
            description: described ? try row.text(18) : nil,
            images: images
        )
    }

    /// Reads currency, price and discount from three adjacent columns.
    static func pricing(_ row: StatementRow, from column: Int32, of id: Product.ID) throws -> Pricing {
        guard let currency = Currency(rawValue: try row.text(column)),
            let pricing = Pricing(
                currency: currency,
                priceMinorUnits: try row.integer(column + 1),
                discountMinorUnits: try row.integer(column + 2)
            )
        else { throw CorruptRowError(reason: "product \(id.rawValue) has an impossible price") }
        return pricing
    }

    /// Reads the state and its time from two adjacent columns.
    static func state(_ row: StatementRow, from column: Int32, of id: Product.ID) throws -> ListingState {
        let number = try row.count(column)
        // Almost all products are open, and have no time.
        let time = try number == 0 ? nil : row.optionalTimestamp(column + 1)
        guard let state = ListingState.Kind(stored: number).flatMap({ ListingState($0, time: time) }) else {
            throw CorruptRowError(reason: "product \(id.rawValue) has an impossible state")
        }
        return state
    }

    /// Reads the lowest price before a reduction, and when it was made, from two adjacent columns.
    static func reduction(
        _ row: StatementRow,
        from column: Int32,
        of pricing: Pricing,
        _ id: Product.ID
    ) throws -> PriceReduction? {
        // Almost no product has one.
        guard let amount = try row.optionalInteger(column) else { return nil }
        guard pricing.salePrice.minorUnits < amount, amount <= Money.maximumMinorUnits,
            let time = try row.optionalTimestamp(column + 1)
        else {
            throw CorruptRowError(reason: "product \(id.rawValue) has an impossible reduction of its price")
        }
        return PriceReduction(lowest: Money(minorUnits: amount, currency: pricing.currency), reducedAt: time)
    }

    static func condition(_ row: StatementRow, _ column: Int32, of id: Product.ID) throws -> ItemCondition? {
        guard let number = try row.optionalInteger(column) else { return nil }
        guard let condition = ItemCondition(stored: number) else {
            throw CorruptRowError(reason: "product \(id.rawValue) has an impossible attribute")
        }
        return condition
    }

    static func imageName(_ text: String, of id: Product.ID) throws -> ImageName {
        guard let name = ImageName(text) else {
            throw CorruptRowError(reason: "a picture of product \(id.rawValue) has an impossible name")
        }
        return name
    }
}
