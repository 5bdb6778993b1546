/// A product as its seller sees it, in any state, with what nobody else sees.
public struct SellerProduct: Hashable, Sendable {
    /// What everybody sees of it while it isn't hidden or expired.
    public package(set) var product: Product
    /// The seller's contact, or nil if none was given. Others are shown it only while the product is open.
    public let contact: String?
    /// The seller's private note about the reservation, or nil if there is none.
    public let reservationNote: String?
    /// Why the listing is hidden although the seller didn't hide it; nil if it isn't.
    public let hold: ListingHold?
    /// Why the listing can't be changed; nil if it can.
    public let lock: ListingLock?

    /// Creates a seller's product from what a store has read.
    public init(
        _ product: Product,
        contact: String?,
        reservationNote: String?,
        hold: ListingHold? = nil,
        lock: ListingLock? = nil
    ) {
        self.product = product
        self.contact = contact
        self.reservationNote = reservationNote
        self.hold = hold
        self.lock = lock
    }
}
