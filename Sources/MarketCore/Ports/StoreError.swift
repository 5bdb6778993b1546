/// An error of a store of products or images.
public enum StoreError: Error, Hashable, Sendable {
    /// The disk is full.
    case full
    /// Another request has used the idempotency key in the meantime, and nothing was written.
    case keyInUse
    /// The store doesn't respond, or not in time; `reason` is for logs.
    case unavailable(reason: String)
    /// The server of the store can't be reached, and nothing was written; `reason` is for logs.
    case unreachable(reason: String)
    /// A write may be stored or not, and will be known to all or nobody later; `reason` is for logs.
    case outcomeUnknown(reason: String)
    /// A read exceeded its time limit; `reading` says for logs what was read.
    case tooSlow(reading: String)
    /// The stored data is damaged or inconsistent; `reason` is for logs.
    case corrupt(reason: String)
    /// The stored data is damaged, so writes are refused; `reason` is for logs.
    case readOnly(reason: String)
}

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .full: "the disk is full"
        case .keyInUse: "another request uses the same key"
        case .tooSlow(let reading): "a read was cancelled because it took too long: \(reading)"
        case .unavailable(let reason), .unreachable(let reason), .outcomeUnknown(let reason), .corrupt(let reason),
            .readOnly(let reason):
            reason
        }
    }
}
