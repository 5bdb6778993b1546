/// Which decisions about a listing stand. It is another one when somebody has hidden the listing, shown it again, locked it or
/// unlocked it meanwhile, so that nobody decides over what another operator has decided since they looked.
public struct DecisionVersion: Hashable, Sendable {
    /// When what hides the listing began; nil if nothing does.
    public let heldAt: Timestamp?
    /// When the listing was locked; nil if it isn't.
    public let lockedAt: Timestamp?

    public init(heldAt: Timestamp?, lockedAt: Timestamp?) {
        self.heldAt = heldAt
        self.lockedAt = lockedAt
    }

    public init(hold: ListingHold?, lock: ListingLock?) {
        self.init(heldAt: hold?.createdAt, lockedAt: lock?.createdAt)
    }
}
