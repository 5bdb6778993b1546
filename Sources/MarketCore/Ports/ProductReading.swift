public import MarketModels

/// A reader of products. A read sees at least every write that returned before the read began.
public protocol ProductReading: Sendable {
    /// Returns one page of a list. The cost of an unfiltered list doesn't depend on the page number.
    func page(_ query: ProductQuery) async throws(StoreError) -> ProductPage

    /// Returns a page of a seller's own products in any state, newest first, and the number of products in each state.
    ///
    /// - Parameters:
    ///   - state: the only state of the products on the page, or nil for all states.
    ///   - page: the page number, from 1. Pages behind ``ProductQuery/numberedProducts`` are empty.
    ///   - size: the maximum number of products on the page.
    func ownProducts(
        of vendor: Vendor.ID,
        in state: ListingState.Kind?,
        page: Int,
        size: Int
    ) async throws(StoreError) -> OwnProducts

    /// Returns a product and the revision at which it was read, or why there is none.
    func product(_ id: Product.ID) async throws(StoreError) -> ProductLookup

    /// Returns the product's current version, or nil if there is no such product. It is much cheaper than reading the
    /// product.
    func version(of id: Product.ID) async throws(StoreError) -> Int64?

    /// Returns the private data of a product, or nil if there is no such product.
    func privateData(of id: Product.ID) async throws(StoreError) -> PrivateData?
}

/// The result of looking up a product.
public enum ProductLookup: Hashable, Sendable {
    /// The product, and the revision at which it was read.
    case found(Product, Revision)
    /// The product has been deleted.
    case deleted
    /// No product has ever had this id.
    case unknown
}

/// The data of a product that is never sent along with it.
public struct PrivateData: Hashable, Sendable {
    public let secretHash: SecretHash
    public let contact: String?
    /// The seller's note about the reservation, 1 to 200 characters, or nil if there is none.
    public let reservationNote: String?

    public init(secretHash: SecretHash, contact: String?, reservationNote: String? = nil) {
        self.secretHash = secretHash
        self.contact = contact
        self.reservationNote = reservationNote
    }
}
