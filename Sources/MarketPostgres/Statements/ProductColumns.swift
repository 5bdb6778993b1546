internal import MarketCore
internal import MarketModels

/// Readers of values that several columns of a product make up.
enum ProductColumns {
    /// Reads currency, price and discount from three adjacent columns.
    static func pricing(_ row: PostgresRow, from column: Int32, of id: Product.ID) throws -> Pricing {
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
    static func state(_ row: PostgresRow, from column: Int32, of id: Product.ID) throws -> ListingState {
        guard
            let kind = ListingState.Kind(stored: try row.count(column)),
            let state = ListingState(kind, time: try row.optionalTimestamp(column + 1))
        else { throw CorruptRowError(reason: "product \(id.rawValue) has an impossible state") }
        return state
    }

    /// Reads the lowest price before a reduction, and when it was made, from two adjacent columns.
    static func reduction(
        _ row: PostgresRow,
        from column: Int32,
        of pricing: Pricing,
        _ id: Product.ID
    ) throws -> PriceReduction? {
        guard let amount = try row.optionalInteger(column) else { return nil }
        guard pricing.salePrice.minorUnits < amount, amount <= Money.maximumMinorUnits,
            let time = try row.optionalTimestamp(column + 1)
        else { throw CorruptRowError(reason: "product \(id.rawValue) has an impossible reduction of its price") }
        return PriceReduction(lowest: Money(minorUnits: amount, currency: pricing.currency), reducedAt: time)
    }

    static func condition(_ row: PostgresRow, _ column: Int32, of id: Product.ID) throws -> ItemCondition? {
        try choice(row, column, of: id, ItemCondition.init(stored:))
    }

    static func handover(_ row: PostgresRow, _ column: Int32, of id: Product.ID) throws -> Handover? {
        try choice(row, column, of: id, Handover.init(stored:))
    }

    static func imageName(_ text: String, of id: Product.ID) throws -> ImageName {
        guard let name = ImageName(text) else {
            throw CorruptRowError(reason: "an image of product \(id.rawValue) has an impossible name")
        }
        return name
    }

    private static func choice<Value>(
        _ row: PostgresRow,
        _ column: Int32,
        of id: Product.ID,
        _ make: (Int64) -> Value?
    ) throws -> Value? {
        guard let number = try row.optionalInteger(column) else { return nil }
        guard let value = make(number) else {
            throw CorruptRowError(reason: "product \(id.rawValue) has an impossible attribute")
        }
        return value
    }
}
