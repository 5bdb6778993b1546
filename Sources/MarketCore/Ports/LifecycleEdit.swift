public import MarketModels

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
