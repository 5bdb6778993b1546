public import Foundation
public import MarketAPI
public import MarketModels

/// Everything that an app asks of a market. ``MarketAPIClient`` does it over HTTP; view models know only this.
public protocol MarketCalls: Sendable {
    /// A stretch of a list.
    func products(_ request: ProductListRequest) async throws(MarketClientError) -> ProductListAnswer

    func product(_ id: Product.ID) async throws(MarketClientError) -> DetailedProduct

    /// What the seller gave as contact; nil if nothing. The market limits how often that is asked.
    func contact(of id: Product.ID) async throws(MarketClientError) -> String?

    /// Lists a product for sale.
    ///
    /// - Parameters:
    ///   - key: what the listing is called: however often it is sent with the same key within 24 hours, one product
    ///     comes of it. Take a new one for a new listing, and keep it for another try of the same.
    ///   - progress: how much has been sent; begins anew when it has to be sent again.
    func list(
        _ listing: NewListing,
        key: UUID,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(MarketClientError) -> DetailedProduct

    /// Checks a product's secret.
    ///
    /// - Returns: the product as it is now.
    /// - Throws: ``MarketClientError/refused(_:)`` with the code ``/MarketAPI/ErrorCode/wrongSecret`` if it is another.
    func check(_ secret: String, of id: Product.ID) async throws(MarketClientError) -> DetailedProduct

    /// Changes a product.
    ///
    /// - Throws: ``MarketClientError/refused(_:)`` with the code ``/MarketAPI/ErrorCode/versionConflict`` and the product
    ///   as it is now if somebody was faster.
    func edit(
        _ id: Product.ID,
        _ edit: ListingEdit,
        secret: String,
        progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(MarketClientError) -> DetailedProduct

    /// Takes a product off the market for good.
    func delete(_ id: Product.ID, secret: String) async throws(MarketClientError)
}

/// Which stretch of which list.
public struct ProductListRequest: Hashable, Sendable {
    public enum Order: String, CaseIterable, Hashable, Sendable {
        case newest
        case cheapest = "price_asc"
        case dearest = "price_desc"
    }

    public var order: Order
    /// Only products that have all of these words in their name, description or seller's name; an empty text for all.
    /// What is taken for a typo, ``/MarketAPI/ProductListAnswer/correctedQuery`` says.
    public var search: String
    public var isInStock: Bool
    public var vendor: Vendor.ID?
    /// ``/MarketAPI/ProductListAnswer/nextCursor`` of the stretch before; nil for the first.
    public var cursor: String?
    /// How many products at most, 1 to 800.
    public var size: Int

    public init(
        order: Order = .newest,
        search: String = "",
        isInStock: Bool = false,
        vendor: Vendor.ID? = nil,
        cursor: String? = nil,
        size: Int = ProductQuery.defaultPageSize
    ) {
        self.order = order
        self.search = search
        self.isInStock = isInStock
        self.vendor = vendor
        self.cursor = cursor
        self.size = size.clamped(to: ProductQuery.pageSizes)
    }
}

/// What is to be listed.
public struct NewListing: Hashable, Sendable {
    public var draft: ProductDraft
    /// 1 to 5, in order; the first stands for the product in lists.
    public var pictures: [PictureUpload]
    /// What every later change must present, 1 to 128 bytes of UTF-8.
    public var secret: String
    /// The seller's name, 1 to 100 characters: taken when the vendor comes into being, with the first listing. Nil for
    /// the name that the client was made with.
    public var vendorName: String?

    public init(draft: ProductDraft, pictures: [PictureUpload], secret: String, vendorName: String? = nil) {
        self.draft = draft
        self.pictures = pictures
        self.secret = secret
        self.vendorName = vendorName
    }
}

/// What is to be changed about a product.
public struct ListingEdit: Hashable, Sendable {
    /// Only what is to be changed.
    public var patch: ProductPatch
    /// The pictures to keep, in order; nil to leave the pictures as they are.
    public var keptPictures: [Picture.ID]?
    /// Pictures to be added behind those.
    public var newPictures: [PictureUpload]
    /// The version that the changes were made from: if the product has another by now, nothing is changed. Nil to
    /// change it whatever it is.
    public var version: Int64?

    public init(
        patch: ProductPatch = ProductPatch(),
        keptPictures: [Picture.ID]? = nil,
        newPictures: [PictureUpload] = [],
        version: Int64? = nil
    ) {
        self.patch = patch
        self.keptPictures = keptPictures
        self.newPictures = newPictures
        self.version = version
    }

    /// Whether nothing is to be changed.
    public var isEmpty: Bool { patch.isEmpty && keptPictures == nil && newPictures.isEmpty }
}

/// A picture to be sent: JPEG, PNG, GIF, WebP or HEIC of at most 20 MB and 50 megapixels (API.md, “Limits”).
public enum PictureUpload: Hashable, Sendable {
    /// A file, which must stay as it is until the call has ended.
    case file(URL)
    /// Bytes that are in memory anyway, because the app has just drawn them.
    case bytes(Data)
}
