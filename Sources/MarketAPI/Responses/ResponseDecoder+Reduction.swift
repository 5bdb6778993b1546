import MarketModels

/// The keys of the reduction of a product's price in responses.
enum ReductionKey: String, CodingKey {
    case lowest = "reduced_from"
    case reducedAt = "reduced_at"
}

extension ResponseDecoder<ReductionKey> {
    /// Decodes the reduction of a price, which responses leave out if there is none.
    func reduction(of pricing: Pricing) throws -> PriceReduction? {
        guard try contains(.lowest) else { return nil }
        return PriceReduction(
            lowest: try amount(.lowest, in: pricing.currency),
            reducedAt: try timestamp(.reducedAt)
        )
    }
}
