/// How the buyer gets the thing. The raw value is the one on the wire.
public enum Handover: String, CaseIterable, Hashable, Sendable {
    /// Only where the seller is.
    case pickup
    /// Only by post.
    case parcel
    /// As the buyer likes.
    case both

    /// Whether this meets a buyer's wish: ``both`` meets every one.
    public func fits(_ wish: Handover) -> Bool { self == wish || self == .both }
}
