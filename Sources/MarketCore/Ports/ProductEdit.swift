public import MarketModels

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

        /// The contact that the product gets; nil for none.
        package var new: String? { if case .set(let contact) = self { contact } else { nil } }
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
    /// Whether only its seller sees the product afterwards, until an operator approves it.
    public let waits: Bool

    public init(
        id: Product.ID,
        expectedVersion: Int64,
        listing: Listing,
        contact: ContactChange = .unchanged,
        images: [ImageChoice]? = nil,
        thumbnail: ProductImage.ID? = nil,
        lifecycle: ListingLifecycle? = nil,
        updatedAt: Timestamp,
        waits: Bool = false
    ) {
        self.id = id
        self.expectedVersion = expectedVersion
        self.listing = listing
        self.contact = contact
        self.images = images
        self.thumbnail = thumbnail
        self.lifecycle = lifecycle
        self.updatedAt = updatedAt
        self.waits = waits
    }

    package var hasNewImages: Bool {
        images?.contains { if case .new = $0 { true } else { false } } ?? false
    }
}

/// The result of storing an edit.
public enum EditOutcome: Hashable, Sendable {
    /// The product as it is now. `released` are the images that it doesn't show any more.
    case saved(Product, released: Set<ImageName>)
    /// The product was changed in the meantime; the value is its current state.
    case conflict(Product)
    /// The product is held, and stays hidden until the hold ends. Nothing was stored.
    case held
    /// An operator has locked the product. Nothing was stored.
    case locked
    /// The product doesn't exist any more.
    case gone
}

/// A change of a listing's state, its expiry or its bump. It doesn't count as an edit: ``Product/updatedAt`` stays.
public struct LifecycleEdit: Hashable, Sendable {
    /// A change of the seller's private note about a reservation.
    public enum NoteChange: Hashable, Sendable {
        case unchanged
        /// Nil removes the note.
        case set(String?)
    }

    public let id: Product.ID
    /// The version that the change started from.
    public let expectedVersion: Int64
    public let lifecycle: ListingLifecycle
    /// When the state changes. A product that isn't for sale any more has had its price until then.
    public let changedAt: Timestamp
    /// The note. Only reserved products have one: a store removes it together with the reservation.
    public let note: NoteChange

    public init(
        id: Product.ID,
        expectedVersion: Int64,
        lifecycle: ListingLifecycle,
        changedAt: Timestamp,
        note: NoteChange = .unchanged
    ) {
        self.id = id
        self.expectedVersion = expectedVersion
        self.lifecycle = lifecycle
        self.changedAt = changedAt
        self.note = note
    }
}
