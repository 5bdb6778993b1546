public import MarketModels

/// A store of products, vendors and delete tokens.
///
/// Every store passes the same contract suite (`Tests/ProductStoreContract`). A write is durable when it returns. A
/// read sees at least every write that returned before the read began.
public protocol ProductStore: ImageReferences {
    // MARK: Revision

    /// The revision of the newest commit that changed the result of any GET, as far as this process knows. Reading it
    /// does no I/O.
    ///
    /// The revision changes before the write that changed it returns. Issuing a token doesn't change it.
    var revision: Revision { get }

    /// Whether ``revision`` was the newest one at most a second ago. If not, nothing may be answered from memory. Reading
    /// it does no I/O. Always true for a store without writers in other processes.
    var isCurrent: Bool { get }

    // MARK: Categories

    /// The categories of the market. Reading them does no I/O. A change of them raises the revision.
    var categories: CategoryTree { get }

    /// A revision not before the newest change of the categories, or 0 if this process has changed none. What was read
    /// earlier may show the categories of before.
    var categoryRevision: Revision { get }

    /// Returns the numbers of products of exactly each category that lists show. Categories without any are missing, and
    /// removed ones are counted under their own identifier.
    func categoryCounts() async throws(StoreError) -> [Category.ID: Int]

    /// Stores a change of the categories.
    func changeCategories(_ change: CategoryChange) async throws(StoreError)

    /// Makes the categories those of the operator's settings, in their order, and remembers that they are. Those that
    /// the settings leave out are removed as by ``CategoryChange/remove(_:)``.
    ///
    /// - Parameter definitions: each top level directly before its second level, each name in addresses once; nil if the
    ///   settings define no categories. Then these stay as they are.
    func setCategories(_ definitions: [CategoryDefinition]?) async throws(StoreError)

    /// Returns whether the operator's settings define the categories.
    func areCategoriesFixed() async throws(StoreError) -> Bool

    // MARK: Reading

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

    /// Returns the idempotency record of a request that listed a product, or nil if none is stored for the key.
    ///
    /// - Parameter begin: the moment from which records count. Older ones are ignored.
    func idempotencyRecord(for key: IdempotencyKey, since begin: Timestamp) async throws(StoreError)
        -> IdempotencyRecord?

    // MARK: Writing

    /// Stores a new product, with a new id that is greater than every id assigned before, together with its
    /// idempotency record.
    func add(_ product: NewProduct) async throws(StoreError) -> Product

    /// Stores the result of an edit if the product still has the version that the edit started from. If it lowers the sale
    /// price, the product gets the reduction that ``PriceHistory`` tells.
    func replace(_ edit: ProductEdit) async throws(StoreError) -> EditOutcome

    /// Stores a change of a listing's state if the product still has the version that the change started from. The
    /// version is raised.
    func replaceLifecycle(_ edit: LifecycleEdit) async throws(StoreError) -> EditOutcome

    /// Changes the states of products that are due (``ListingLifecycle/advanced(to:by:)``), and ends the reductions of
    /// prices that have been shown for ``PriceReduction/shownDays``, in one commit. Both raise the product's version.
    ///
    /// - Parameter limit: the maximum number of products to change.
    /// - Returns: the number of products that were changed; fewer than `limit` when nothing more is due.
    func advanceLifecycles(
        to now: Timestamp,
        by rules: LifecycleRules,
        limit: Int
    ) async throws(StoreError) -> Int

    /// Deletes a product, its image rows and its tokens, and leaves a tombstone.
    ///
    /// - Returns: the product as it was, or nil if there is no such product.
    func delete(_ id: Product.ID, at now: Timestamp) async throws(StoreError) -> Product?

    /// Replaces the secret of a product and invalidates the tokens and rights that were issued for the old one.
    ///
    /// - Returns: whether there is such a product.
    func setSecretHash(_ hash: SecretHash, of id: Product.ID) async throws(StoreError) -> Bool

    // MARK: Rights

    /// Stores a right if the product still has the secret that the right was issued for. Of more than
    /// ``ListingRight/maximumCountPerProduct`` rights of a product, the oldest end; one that is stored again is the newest.
    /// A product has one link at most: another one ends it. It doesn't change the revision.
    ///
    /// - Returns: whether the right was stored.
    func addRight(_ right: ListingRight, issuedFor hash: SecretHash) async throws(StoreError) -> Bool

    /// Returns a right, or nil if there is none with this hash.
    func right(_ hash: RightHash) async throws(StoreError) -> ListingRight?

    /// Returns the right of a product's link, or nil if it has none.
    func link(of id: Product.ID) async throws(StoreError) -> ListingRight?

    /// Ends rights of a product.
    ///
    /// - Parameter hash: the only right to end, or nil for all of them.
    func removeRights(of id: Product.ID, only hash: RightHash?) async throws(StoreError)

    // MARK: Delete tokens

    /// Stores a token if the product still has the secret that the token was issued for. It doesn't change the
    /// revision.
    ///
    /// - Returns: whether the token was stored. It isn't when the product has been deleted or its secret has changed.
    func addDeleteToken(_ token: DeleteToken, issuedFor hash: SecretHash) async throws(StoreError) -> Bool

    /// Redeems a token and deletes its product, atomically. A token that would be valid for more than a day from now,
    /// because a clock was wrong when it was stored, is valid for a day.
    ///
    /// - Parameter expected: the product that the token must be for, or nil for any.
    /// - Returns: the product as it was, or nil when the token is unknown, spent, expired or for another product.
    func redeem(
        token: String,
        for expected: Product.ID?,
        at now: Timestamp
    ) async throws(StoreError) -> Product?

    // MARK: Vendors

    /// Returns a vendor, or nil if there is none with this id.
    func vendor(_ id: Vendor.ID) async throws(StoreError) -> Vendor?
    /// Returns a vendor, or nil if there is none with this identifier.
    func vendor(identifiedBy identifier: VendorIdentifier) async throws(StoreError) -> Vendor?

    /// Returns every vendor with its identifier, ordered by id.
    func vendors() async throws(StoreError) -> [(vendor: Vendor, identifier: VendorIdentifier)]

    /// Creates a vendor.
    ///
    /// - Returns: the new vendor; if the identifier exists already, the vendor that has it, unchanged; nil when the
    ///   requested id belongs to another vendor.
    func addVendor(_ vendor: NewVendor) async throws(StoreError) -> Vendor?

    /// Blocks or unblocks a vendor.
    ///
    /// - Returns: the updated vendor, or nil if there is no such vendor.
    func setBlocked(_ isBlocked: Bool, vendor id: Vendor.ID) async throws(StoreError) -> Vendor?

    // MARK: Lifecycle

    /// Checks that the store responds.
    ///
    /// - Throws: an error when it doesn't.
    func check() async throws(StoreError)

    /// Finishes pending operations and closes the files. The store must not be used afterwards.
    func close() async throws(StoreError)
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

/// A product to be stored.
public struct NewProduct: Hashable, Sendable {
    public let vendor: Vendor.ID
    public let listing: Listing
    public let contact: String?
    public let secretHash: SecretHash
    /// The images in order. The first one becomes the thumbnail.
    public let images: [NewImage]
    public let registeredAt: Timestamp
    /// When the listing expires, or nil for never.
    public let expiresAt: Timestamp?
    /// The idempotency record of the request, or nil if the request has no key.
    ///
    /// The store writes the record in the same transaction and deletes records that are older than
    /// ``IdempotencyRecord/lifetime``. A record from the future, stored while a clock was wrong, counts as created
    /// together with the new one.
    public let idempotencyRecord: NewIdempotencyRecord?

    public init(
        vendor: Vendor.ID,
        listing: Listing,
        contact: String?,
        secretHash: SecretHash,
        images: [NewImage],
        registeredAt: Timestamp,
        expiresAt: Timestamp? = nil,
        idempotencyRecord: NewIdempotencyRecord? = nil
    ) {
        self.vendor = vendor
        self.listing = listing
        self.contact = contact
        self.secretHash = secretHash
        self.images = images
        self.registeredAt = registeredAt
        self.expiresAt = expiresAt
        self.idempotencyRecord = idempotencyRecord
    }
}

/// A stored image that a product is about to show.
public struct NewImage: Hashable, Sendable {
    public let name: ImageName
    /// The width of the full rendition in pixels.
    public let width: Int
    /// The height of the full rendition in pixels.
    public let height: Int

    public init(name: ImageName, width: Int, height: Int) {
        self.name = name
        self.width = width
        self.height = height
    }
}

/// The result of an edit: the new state of the product.
public struct ProductEdit: Hashable, Sendable {
    /// An image of the edited product, either an existing one or a new one.
    public enum ImageChoice: Hashable, Sendable {
        case kept(ProductImage.ID)
        case new(NewImage)
    }

    /// A change of the seller's contact.
    public enum ContactChange: Hashable, Sendable {
        case unchanged
        /// Nil removes the contact.
        case set(String?)
    }

    public let id: Product.ID
    /// The version that the edit started from.
    public let expectedVersion: Int64
    public let listing: Listing
    public let contact: ContactChange
    /// All of the product's images in order, or nil to leave them unchanged.
    public let images: [ImageChoice]?
    /// The image that represents the product. Nil leaves it unchanged, or selects the first image where ``images`` is
    /// given.
    public let thumbnail: ProductImage.ID?
    /// The state, or nil to leave it unchanged.
    public let lifecycle: ListingLifecycle?
    public let updatedAt: Timestamp

    public init(
        id: Product.ID,
        expectedVersion: Int64,
        listing: Listing,
        contact: ContactChange = .unchanged,
        images: [ImageChoice]? = nil,
        thumbnail: ProductImage.ID? = nil,
        lifecycle: ListingLifecycle? = nil,
        updatedAt: Timestamp
    ) {
        self.id = id
        self.expectedVersion = expectedVersion
        self.listing = listing
        self.contact = contact
        self.images = images
        self.thumbnail = thumbnail
        self.lifecycle = lifecycle
        self.updatedAt = updatedAt
    }
}

/// The result of storing an edit.
public enum EditOutcome: Hashable, Sendable {
    /// The product as it is now. `released` are the images that it doesn't show any more.
    case saved(Product, released: Set<ImageName>)
    /// The product was changed in the meantime; the value is its current state.
    case conflict(Product)
    /// The product doesn't exist any more.
    case gone
}

/// A permission to delete one product once. It is valid for a day at most, so that a store may delete tokens that
/// expired more than a day before a new one does.
public struct DeleteToken: Hashable, Sendable {
    public let text: String
    public let product: Product.ID
    public let expiresAt: Timestamp

    public init(text: String, product: Product.ID, expiresAt: Timestamp) {
        self.text = text
        self.product = product
        self.expiresAt = expiresAt
    }
}

/// A vendor to be created.
public struct NewVendor: Hashable, Sendable {
    public let identifier: VendorIdentifier
    /// The name, or nil for “Vendor N” where N is the id.
    public let name: String?
    /// The requested id, or nil for the next one.
    public let id: Vendor.ID?
    public let createdAt: Timestamp

    public init(identifier: VendorIdentifier, name: String?, id: Vendor.ID? = nil, createdAt: Timestamp) {
        self.identifier = identifier
        self.name = name
        self.id = id
        self.createdAt = createdAt
    }
}

/// An error of a store of products or images.
public enum StoreError: Error, Hashable, Sendable {
    /// The disk is full.
    case full
    /// The store doesn't respond, or not in time; `reason` is for logs.
    case unavailable(reason: String)
    /// The server of the store can't be reached, and nothing was written; `reason` is for logs.
    case unreachable(reason: String)
    /// A read exceeded its time limit; `reading` says for logs what was read.
    case tooSlow(reading: String)
    /// The stored data is damaged or inconsistent; `reason` is for logs.
    case corrupt(reason: String)
    /// The stored data is damaged, so writes are refused; `reason` is for logs.
    case readOnly(reason: String)
}

/// A source of information about which images are in use.
public protocol ImageReferences: Sendable {
    /// Returns those of the names that no product uses.
    func unusedImages(among names: Set<ImageName>) async throws(StoreError) -> Set<ImageName>
}
