public import MarketAPI
import MarketModels

extension MarketService {
    /// Returns all products of a list, which are loaded page by page while they are read:
    ///
    /// ```swift
    /// for try await product in market.allProducts(ProductListRequest(search: "의자")) { print(product.name) }
    /// ```
    ///
    /// A product that is listed, edited or deleted meanwhile may be missing, but none comes twice: each page begins after
    /// the last product of the one before.
    ///
    /// - Parameter request: The list. It begins at the cursor, if there is one, and the size is that of each page.
    public func allProducts(_ request: ProductListRequest = ProductListRequest()) -> ProductSequence<Self> {
        ProductSequence(service: self, request: request)
    }
}

/// The products of a list, which are loaded page by page.
public struct ProductSequence<Service: MarketService>: AsyncSequence, Sendable {
    let service: Service
    let request: ProductListRequest

    /// Begins to read at the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(service: service, request: request) }

    /// Reads the products.
    public struct Iterator: AsyncIteratorProtocol {
        let service: Service
        /// The next page; nil after the last one.
        var request: ProductListRequest?
        private var page: ArraySlice<ListedProduct> = []

        init(service: Service, request: ProductListRequest) {
            self.service = service
            self.request = request
        }

        /// Returns the next product; nil after the last one, and after an error.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(MarketClientError) -> ListedProduct? {
            while page.isEmpty, var next = request {
                request = nil
                let response = try await service.products(next)
                page = response.products[...]
                next.cursor = response.nextCursor
                if next.cursor != nil { request = next }
            }
            return page.popFirst()
        }

        /// Returns the next product; nil after the last one, and after an error.
        public mutating func next() async throws(MarketClientError) -> ListedProduct? { try await next(isolation: nil) }
    }
}
