import MarketCore
import MarketModels
import MarketServer

extension DeleteProduct {
    /// Erases a product as whoever may open the data folder.
    @discardableResult
    func erase(_ id: Product.ID) async throws(MarketError) -> Product {
        try await erase(id, reason: "why", by: OperatorAuthenticator.recentCommandLine)
    }
}

extension TestMarket {
    /// Returns what the forms of operators say of a listing as it is now: its number, and the versions that they show.
    func chosen(_ id: Int) async throws -> (String, String) {
        let proof = OperatorAuthenticator.commandLine
        let own = try await services.moderateListings.listing(Product.ID(rawValue: Int64(id)), for: proof)
        let times = [own.hold?.createdAt, own.lock?.createdAt].map { String($0?.millisecondsSinceEpoch ?? 0) }
        return ("products", "\(id).\(own.product.version).\(times.joined(separator: "."))")
    }
}
