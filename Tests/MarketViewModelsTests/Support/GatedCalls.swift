import Foundation
import MarketAPI
import MarketClient
import MarketModels

/// Lists of a market, whose requests and answers take as long as the test likes, and get lost when it likes.
@MainActor
final class GatedCalls: MarketCalls {
    /// A request that is on its way to the market, or its answer on the way back.
    @MainActor
    final class Passage {
        let call: PendingCall<ProductListRequest, ProductListAnswer>
        /// What the market answered, and when, once the request has arrived there.
        private(set) var answer: (page: ProductListAnswer, moment: Int)?

        /// When it was asked for, as far as the test has noted it.
        var asked: Int?

        fileprivate init(_ call: PendingCall<ProductListRequest, ProductListAnswer>) { self.call = call }

        var isFirstPage: Bool { call.request.cursor == nil }

        /// Brings the request to the market, if it is not there yet.
        func arrive(at market: any MarketCalls, _ moment: Int) async throws {
            if answer == nil { answer = (try await market.products(call.request), moment) }
        }
    }

    private var all: [Passage] = []
    /// How many were ever asked for.
    private(set) var askedCount = 0

    /// What is under way, in the order in which it was asked for.
    var underWay: [Passage] {
        if all.contains(where: { !$0.call.isPending }) { all.removeAll { !$0.call.isPending } }
        return all
    }

    func products(_ request: ProductListRequest) async throws(MarketClientError) -> ProductListAnswer {
        let call = PendingCall<ProductListRequest, ProductListAnswer>(request)
        all.append(Passage(call))
        askedCount += 1
        return try await call.wait().get()
    }

    // MARK: What lists don't need

    func product(_ id: Product.ID) async throws(MarketClientError) -> DetailedProduct { throw .cancelled }
    func contact(of id: Product.ID) async throws(MarketClientError) -> String? { throw .cancelled }
    func check(_ secret: String, of id: Product.ID) async throws(MarketClientError) -> DetailedProduct {
        throw .cancelled
    }
    func delete(_ id: Product.ID, secret: String) async throws(MarketClientError) { throw .cancelled }
    func list(
        _ listing: NewListing,
        key: UUID,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(MarketClientError) -> DetailedProduct { throw .cancelled }
    func edit(
        _ id: Product.ID,
        _ edit: ListingEdit,
        secret: String,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(MarketClientError) -> DetailedProduct { throw .cancelled }
}
