public import MarketModels

/// Where products, vendors and delete tokens are kept.
///
/// Every store passes the same contract suite (`Tests/ProductStoreContract`). What a write has answered is on disk, and
/// every read shows at least what was answered before it was asked.
public protocol ProductStore: PictureUse {
    // MARK: Revision

    /// The revision of the newest commit that changed what a GET shows, as this process knows it; free of I/O.
    ///
    /// It has moved before the write that moved it answers. Issuing a token does not move it.
    var revision: Revision { get }

    // MARK: Reading

    /// One stretch of a list. Costs the same at any page number of a list that is filtered by nothing.
    func page(_ query: ProductQuery) async throws(StoreError) -> ProductPage

    func product(_ id: Product.ID) async throws(StoreError) -> ProductLookup

    /// The product's current version, or nil if there is no such product: much cheaper than the product itself.
    func version(of id: Product.ID) async throws(StoreError) -> Int64?

    /// What only some may know of a product, or nil if there is no such product.
    func privateFacts(of id: Product.ID) async throws(StoreError) -> PrivateFacts?

    /// What a request to list was answered with, or nil if none with that key is remembered.
    ///
    /// - Parameter begin: what was kept before does not count any more.
    func receipt(for key: RequestKey, since begin: Timestamp) async throws(StoreError) -> ListingReceipt?

    // MARK: Writing

    /// Keeps a new product with a new id, which is above every id ever given, and its receipt with it.
    func add(_ product: NewProduct) async throws(StoreError) -> Product

    /// Writes what an edit has made of a product, if the product still has the version the edit began with.
    func replace(_ edit: ProductEdit) async throws(StoreError) -> EditOutcome

    /// Removes a product, its pictures' rows and its tokens, and leaves a tombstone.
    ///
    /// - Returns: the product as it was, or nil if there is no such product.
    func withdraw(_ id: Product.ID, at now: Timestamp) async throws(StoreError) -> Product?

    /// Gives a product a new secret, and ends the tokens that the old one has bought.
    ///
    /// - Returns: whether there is such a product.
    func setSecretHash(_ hash: SecretHash, of id: Product.ID) async throws(StoreError) -> Bool

    // MARK: Delete tokens

    /// Keeps a token, if the product still has the secret that has bought it; does not move the revision.
    ///
    /// - Returns: whether it is kept: not for a product that is gone, or has another secret by now.
    func keep(_ token: DeleteToken, boughtWith hash: SecretHash) async throws(StoreError) -> Bool

    /// Spends a token and withdraws its product, both or neither. A token that would live more than a day from now,
    /// because a clock was wrong when it was kept, lives a day.
    ///
    /// - Parameter expected: the product that the token must name, or nil for any.
    /// - Returns: the product as it was, or nil when the token is unknown, spent, expired or another product's.
    func redeem(
        token: String,
        for expected: Product.ID?,
        at now: Timestamp
    ) async throws(StoreError) -> Product?

    // MARK: Vendors

    func vendor(_ id: Vendor.ID) async throws(StoreError) -> Vendor?
    func vendor(identifiedBy identifier: VendorIdentifier) async throws(StoreError) -> Vendor?

    /// Every vendor with its identifier, by id.
    func vendors() async throws(StoreError) -> [(vendor: Vendor, identifier: VendorIdentifier)]

    /// Makes a vendor.
    ///
    /// - Returns: the vendor; if the identifier is known already, the vendor that has it, unchanged; nil when the
    ///   wished-for id belongs to somebody else.
    func addVendor(_ vendor: NewVendor) async throws(StoreError) -> Vendor?

    /// - Returns: the vendor as it is now, or nil if there is no such vendor.
    func setBlocked(_ isBlocked: Bool, vendor id: Vendor.ID) async throws(StoreError) -> Vendor?

    // MARK: Life

    /// Whether the store answers.
    func check() async throws(StoreError)

    /// Finishes what is under way and lets go of the files. Nothing may be asked afterwards.
    func close() async throws(StoreError)
}

public enum ProductLookup: Hashable, Sendable {
    /// The product, and the revision at which it was read.
    case found(Product, Revision)
    /// It was there and was withdrawn.
    case withdrawn
    /// There never was one.
    case unknown
}

/// What never travels with a product.
public struct PrivateFacts: Hashable, Sendable {
    public let secretHash: SecretHash
    public let contact: String?

    public init(secretHash: SecretHash, contact: String?) {
        self.secretHash = secretHash
        self.contact = contact
    }
}

/// A product that is to be kept.
public struct NewProduct: Hashable, Sendable {
    public let vendor: Vendor.ID
    public let listing: Listing
    public let contact: String?
    public let secretHash: SecretHash
    /// In order; the first is the thumbnail.
    public let pictures: [NewPicture]
    public let registeredAt: Timestamp
    /// Given, the store remembers what came of the request, in the same transaction, and forgets what it was given to
    /// remember more than ``ListingReceipt/lifetime`` before. What it remembers from a time that is yet to come, because
    /// a clock was wrong, counts as created with the new receipt.
    public let receipt: NewReceipt?

    public init(
        vendor: Vendor.ID,
        listing: Listing,
        contact: String?,
        secretHash: SecretHash,
        pictures: [NewPicture],
        registeredAt: Timestamp,
        receipt: NewReceipt? = nil
    ) {
        self.vendor = vendor
        self.listing = listing
        self.contact = contact
        self.secretHash = secretHash
        self.pictures = pictures
        self.registeredAt = registeredAt
        self.receipt = receipt
    }
}

/// A picture that is stored already and that a product is to show.
public struct NewPicture: Hashable, Sendable {
    public let name: PictureName
    /// In pixels of the full rendition.
    public let width: Int
    public let height: Int

    public init(name: PictureName, width: Int, height: Int) {
        self.name = name
        self.width = width
        self.height = height
    }
}

/// The whole outcome of an edit: what the product is to be from now on.
public struct ProductEdit: Hashable, Sendable {
    /// A picture of the edited product: one it had or a new one.
    public enum PictureChoice: Hashable, Sendable {
        case kept(Picture.ID)
        case new(NewPicture)
    }

    public enum ContactChange: Hashable, Sendable {
        case unchanged
        /// Nil takes the contact away.
        case set(String?)
    }

    public let id: Product.ID
    /// The version that the edit began with.
    public let expectedVersion: Int64
    public let listing: Listing
    public let contact: ContactChange
    /// All of the product's pictures in order, or nil to leave them as they are.
    public let pictures: [PictureChoice]?
    /// The picture that stands for the product. Nil leaves it as it is, or where ``pictures`` is given makes it the
    /// first.
    public let thumbnail: Picture.ID?
    public let updatedAt: Timestamp

    public init(
        id: Product.ID,
        expectedVersion: Int64,
        listing: Listing,
        contact: ContactChange = .unchanged,
        pictures: [PictureChoice]? = nil,
        thumbnail: Picture.ID? = nil,
        updatedAt: Timestamp
    ) {
        self.id = id
        self.expectedVersion = expectedVersion
        self.listing = listing
        self.contact = contact
        self.pictures = pictures
        self.thumbnail = thumbnail
        self.updatedAt = updatedAt
    }
}

public enum EditOutcome: Hashable, Sendable {
    /// The product as it is now. `released` are the pictures that it does not show any more.
    case saved(Product, released: Set<PictureName>)
    /// Somebody was faster: the product as it is now.
    case conflict(Product)
    case gone
}

/// Permission to delete one product, once, for a while: a day at most, so that a store may forget what expired a day
/// before a new one will.
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

/// A vendor that is to be made.
public struct NewVendor: Hashable, Sendable {
    public let identifier: VendorIdentifier
    /// Nil means “Vendor N”, N being its id.
    public let name: String?
    /// A wish for an id; nil takes the next one.
    public let id: Vendor.ID?
    public let createdAt: Timestamp

    public init(identifier: VendorIdentifier, name: String?, id: Vendor.ID? = nil, createdAt: Timestamp) {
        self.identifier = identifier
        self.name = name
        self.id = id
        self.createdAt = createdAt
    }
}

/// What can go wrong in a store of products or pictures.
public enum StoreError: Error, Hashable, Sendable {
    /// No room is left.
    case full
    /// It does not answer, or not in time; `reason` is for logs.
    case unavailable(reason: String)
    /// A read took longer than it may; what was read is for logs.
    case tooSlow(reading: String)
    /// What it holds is damaged or contradicts itself; `reason` is for logs.
    case corrupt(reason: String)
    /// What it holds is damaged, so nothing is written any more; `reason` is for logs.
    case readOnly(reason: String)
}

/// Who knows which pictures are shown.
public protocol PictureUse: Sendable {
    /// Those of the names that no product uses.
    func unusedPictures(among names: Set<PictureName>) async throws(StoreError) -> Set<PictureName>
}
