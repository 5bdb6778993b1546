/// The condition of the thing for sale. The raw value is the one on the wire.
public enum ItemCondition: String, CaseIterable, Hashable, Sendable {
    case new
    case likeNew = "like_new"
    case good
    case fair
    case forParts = "for_parts"
}
