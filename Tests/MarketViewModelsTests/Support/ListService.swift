import Foundation
import MarketAPI
import MarketClient
import MarketModels

/// A market of which only the lists are asked for. Every other call fails.
protocol ListService: MarketService {}

extension ListService {
    func categories() async throws(MarketClientError) -> CategoryListResponse { throw Samples.gone }
    func product(_ id: Product.ID) async throws(MarketClientError) -> DetailedProduct { throw Samples.gone }
    func product(_ id: Product.ID, token: String) async throws(MarketClientError) -> DetailedProduct {
        throw Samples.gone
    }
    func contact(of id: Product.ID) async throws(MarketClientError) -> String? { throw Samples.gone }
    func contact(of id: Product.ID, secret: String) async throws(MarketClientError) -> String? { throw Samples.gone }
    func check(_ secret: String, of id: Product.ID) async throws(MarketClientError) -> DetailedProduct {
        throw Samples.gone
    }
    func delete(_ id: Product.ID, secret: String) async throws(MarketClientError) { throw Samples.gone }
    func list(
        _ listing: NewListing,
        key: UUID,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(MarketClientError) -> DetailedProduct { throw Samples.gone }
    func update(
        _ id: Product.ID,
        with edit: ListingEdit,
        secret: String,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(MarketClientError) -> DetailedProduct { throw Samples.gone }
    func changeState(
        of id: Product.ID,
        to change: StateChange,
        by credential: SellerCredential
    ) async throws(MarketClientError) -> DetailedProduct { throw Samples.gone }
    func renew(_ id: Product.ID, by credential: SellerCredential) async throws(MarketClientError) -> DetailedProduct {
        throw Samples.gone
    }
    func bump(_ id: Product.ID, by credential: SellerCredential) async throws(MarketClientError) -> DetailedProduct {
        throw Samples.gone
    }
    func issueToken(for id: Product.ID, secret: String) async throws(MarketClientError) -> String { throw Samples.gone }
    func report(
        _ subject: Report.Subject,
        with draft: ReportDraft
    ) async throws(MarketClientError) -> ReportReceipt { throw Samples.gone }
}
