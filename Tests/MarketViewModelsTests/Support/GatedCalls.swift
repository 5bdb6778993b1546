import MarketAPI
import MarketClient

/// Lists of a market whose requests and responses the test delays or drops.
@MainActor
final class GatedCalls: ListService {
    /// A request on its way to the market, or its response on the way back.
    @MainActor
    final class Passage {
        let call: PendingCall<ProductListRequest, ProductListResponse>
        /// The market's response and its time, once the request has arrived.
        private(set) var response: (page: ProductListResponse, moment: Int)?

        /// The time of the request, as recorded by the test.
        var asked: Int?

        fileprivate init(_ call: PendingCall<ProductListRequest, ProductListResponse>) { self.call = call }

        var isFirstPage: Bool { call.request.cursor == nil }

        /// Delivers the request to the market, unless it has arrived already.
        func arrive(at market: any MarketService, _ moment: Int) async throws {
            if response == nil { response = (try await market.products(call.request), moment) }
        }
    }

    private var all: [Passage] = []
    /// The total number of requests.
    private(set) var askedCount = 0

    /// The requests in flight, in the order in which they were made.
    var inFlight: [Passage] {
        if all.contains(where: { !$0.call.isPending }) { all.removeAll { !$0.call.isPending } }
        return all
    }

    func products(_ request: ProductListRequest) async throws(MarketClientError) -> ProductListResponse {
        let call = PendingCall<ProductListRequest, ProductListResponse>(request)
        all.append(Passage(call))
        askedCount += 1
        return try await call.wait().get()
    }
}
