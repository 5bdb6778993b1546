public import Foundation
public import MarketAPI
public import MarketModels

/// The operations of a market that an app uses. ``MarketAPIClient`` implements them over HTTP; view models depend only
/// on this protocol.
///
/// All operations throw ``MarketClientError``: ``MarketClientError/isGone`` is true of it if the product doesn't exist or was
/// deleted, and ``MarketClientError/isWrongSecret`` if the secret is wrong. When the calling task is cancelled, they throw
/// ``MarketClientError/cancelled``.
public protocol MarketService: Sendable {
    /// Loads a page of a product list.
    func products(_ request: ProductListRequest) async throws(MarketClientError) -> ProductListResponse

    /// Loads the categories of the market, in the operator's order; empty if it has none.
    func categories() async throws(MarketClientError) -> CategoryListResponse

    /// Loads a product.
    func product(_ id: Product.ID) async throws(MarketClientError) -> DetailedProduct

    /// Loads a product in whatever state it is, as the seller who holds a token for it.
    ///
    /// - Throws: An error for which ``MarketClientError/isInvalidToken`` is true if the token has ended.
    func product(_ id: Product.ID, token: String) async throws(MarketClientError) -> DetailedProduct

    /// Loads a seller's contact; nil if the seller gave none. The server limits the rate of these requests.
    ///
    /// - Throws: ``MarketClientError/refused(_:)`` with the code ``/MarketAPI/ErrorCode/contactWithheld`` if the market shows
    ///   no contact of a product in its state.
    func contact(of id: Product.ID) async throws(MarketClientError) -> String?

    /// Loads the contact as its seller, in whatever state the product is; nil if none was given.
    func contact(of id: Product.ID, secret: String) async throws(MarketClientError) -> String?

    /// Lists a product for sale.
    ///
    /// - Parameters:
    ///   - key: The idempotency key. Requests with the same key within 24 hours create only one product. Use a new key
    ///     for a new listing, and the same key to retry one.
    ///   - progress: Called with the upload progress; it restarts at zero if the request is sent again.
    /// - Returns: The product as listed.
    /// - Throws: ``MarketClientError/refused(_:)`` with the code ``/MarketAPI/ErrorCode/keyReused`` and, if it is known, the
    ///   product that was listed with the key, if another listing was sent with it before; and
    ///   ``MarketClientError/unusableFile(path:detail:)`` if an image can't be read.
    func list(
        _ listing: NewListing,
        key: UUID,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(MarketClientError) -> DetailedProduct

    /// Checks a product's secret.
    ///
    /// - Returns: The current product.
    /// - Throws: ``MarketClientError/refused(_:)`` with the code ``/MarketAPI/ErrorCode/wrongSecret`` if the secret is
    ///   wrong, and with ``/MarketAPI/ErrorCode/tooManyAttempts`` and the time to wait after too many wrong ones.
    func check(_ secret: String, of id: Product.ID) async throws(MarketClientError) -> DetailedProduct

    /// Changes a product.
    ///
    /// - Parameter progress: Called with the upload progress; it restarts at zero if the request is sent again.
    /// - Returns: The changed product.
    /// - Throws: ``MarketClientError/refused(_:)`` with the code ``/MarketAPI/ErrorCode/versionConflict`` and the
    ///   current product if it was changed in the meantime.
    func update(
        _ id: Product.ID,
        with edit: ListingEdit,
        secret: String,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(MarketClientError) -> DetailedProduct

    /// Deletes a product permanently. A product that no longer exists is an error for which
    /// ``MarketClientError/isGone`` is true.
    func delete(_ id: Product.ID, secret: String) async throws(MarketClientError)

    /// Changes the state of a product. Requesting the state that it has already changes nothing.
    ///
    /// - Returns: The product as it is now.
    /// - Throws: ``MarketClientError/refused(_:)`` with the code ``/MarketAPI/ErrorCode/stateConflict`` if the state
    ///   can't follow the current one.
    func changeState(
        of id: Product.ID,
        to change: StateChange,
        by credential: SellerCredential
    ) async throws(MarketClientError) -> DetailedProduct

    /// Adds another lifetime to what remains of a listing, at most two in all. An expired listing becomes open.
    ///
    /// - Returns: The product as it is now.
    func renew(_ id: Product.ID, by credential: SellerCredential) async throws(MarketClientError) -> DetailedProduct

    /// Moves a listing to the top of the recently bumped ones. The market permits it once in a number of days, counted from
    /// when the product was listed or last moved.
    ///
    /// - Returns: The product as it is now.
    func bump(_ id: Product.ID, by credential: SellerCredential) async throws(MarketClientError) -> DetailedProduct

    /// Gets a token to change the state of a product without its secret, to be stored on the device. It ends when it is
    /// revoked and when the product gets another secret.
    func issueToken(for id: Product.ID, secret: String) async throws(MarketClientError) -> String

    /// Reports a product or a seller to the operator of the market. The same report from the same network counts once.
    ///
    /// - Returns: The receipt, to be kept by whoever wants to know what became of it.
    func report(_ subject: Report.Subject, with draft: ReportDraft) async throws(MarketClientError) -> ReportReceipt
}

/// A request for a page of a product list.
public struct ProductListRequest: Hashable, Sendable {
    /// The order of the list.
    public var order: ProductQuery.Sort
    /// The words that a product must have in its name, description or seller's name; empty for no search. If a word was
    /// taken for a typo, ``/MarketAPI/ProductListResponse/correctedQuery`` contains the correction.
    public var search: String
    /// Whether to list only products that are in stock.
    public var isInStock: Bool
    /// The seller whose products are listed, or nil for all sellers.
    public var vendor: Vendor.ID?
    /// What the list is narrowed to by the attributes and the prices of its products.
    public var attributes: AttributeFilter
    /// The ``/MarketAPI/ProductListResponse/nextCursor`` of the previous page, or nil for the first page.
    public var cursor: String?
    /// The maximum number of products on the page, 1 to 800.
    public var size: Int

    /// Creates a request; `size` is clamped to 1...800.
    public init(
        order: ProductQuery.Sort = .newest,
        search: String = "",
        isInStock: Bool = false,
        vendor: Vendor.ID? = nil,
        attributes: AttributeFilter = .none,
        cursor: String? = nil,
        size: Int = ProductQuery.defaultPageSize
    ) {
        self.order = order
        self.search = search
        self.isInStock = isInStock
        self.vendor = vendor
        self.attributes = attributes
        self.cursor = cursor
        self.size = size.clamped(to: ProductQuery.pageSizes)
    }
}

/// A product to list.
public struct NewListing: Hashable, Sendable {
    /// The values of the listing.
    public var draft: ProductDraft
    /// The images in order, as many as `ListingRules.imageCount`. The first one represents the product in lists.
    public var images: [ImageUpload]
    /// The secret that later changes require, 1 to 128 bytes of UTF-8.
    public var secret: String
    /// The seller's name, 1 to 100 characters, used only when the first listing creates the vendor. Nil for the name in
    /// the client's configuration.
    public var vendorName: String?

    /// Creates a listing with the given values.
    public init(draft: ProductDraft, images: [ImageUpload], secret: String, vendorName: String? = nil) {
        self.draft = draft
        self.images = images
        self.secret = secret
        self.vendorName = vendorName
    }
}

/// The changes to a product.
public struct ListingEdit: Hashable, Sendable {
    /// The values that change.
    public var patch: ProductPatch
    /// The images to keep, in order, or nil to leave the images unchanged.
    public var keptImages: [ProductImage.ID]?
    /// The images to add after the kept ones; with these at most `ListingRules.maximumImageCount`.
    public var newImages: [ImageUpload]
    /// The version that the changes are based on. The edit fails if the product has another version. Nil applies the
    /// edit to any version.
    public var version: Int64?
    /// The `ETag` of that version (``/MarketAPI/DetailedProduct/entityTag``). Without it, the client requests it first.
    public var entityTag: String?

    /// Creates an edit; by default one that changes nothing.
    public init(
        patch: ProductPatch = ProductPatch(),
        keptImages: [ProductImage.ID]? = nil,
        newImages: [ImageUpload] = [],
        version: Int64? = nil,
        entityTag: String? = nil
    ) {
        self.patch = patch
        self.keptImages = keptImages
        self.newImages = newImages
        self.version = version
        self.entityTag = entityTag
    }

    /// Whether the edit changes nothing.
    public var isEmpty: Bool { patch.isEmpty && keptImages == nil && newImages.isEmpty }
}

/// An image to upload: JPEG, PNG, GIF, WebP or HEIC of at most 20 MB and 50 megapixels (API.md, “Limits”).
public enum ImageUpload: Hashable, Sendable {
    /// A file, which must not change until the call has ended.
    case file(URL)
    /// The bytes of an image file, for images that the app has created in memory.
    case bytes(Data)
}
