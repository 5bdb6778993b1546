public import MarketModels

/// The listings that an operator looks at.
public enum ModerationScope: Hashable, Sendable {
    case all
    /// Those that operators, blocks and reports hide.
    case held
    /// Those that their sellers have edited since an operator has asked for a change.
    case changed
    /// Those that wait for an operator.
    case waiting
    /// Those of a seller.
    case seller(Vendor.ID)
    /// Those that only their sellers see, and whose names, sellers' names, descriptions and contacts contain all words of a text, in
    /// any order and letter case. Of many, only the newest are looked at, and only the newest of these with descriptions and contacts.
    case withheld(named: String)
    /// Those in every state whose contact begins with the same phone number, address or link, however it is written.
    case contact(ContactKey)
}

/// How an operator holds a listing.
public enum OperatorHold: CaseIterable, Sendable {
    case hidden, changeAsked, removed

    public var kind: ListingHold.Kind {
        switch self {
        case .hidden: .hidden
        case .changeAsked: .changeAsked
        case .removed: .removed
        }
    }

    var action: ModerationEntry.Action {
        switch self {
        case .hidden: .hidden
        case .changeAsked: .changeAsked
        case .removed: .removed
        }
    }
}

/// That the operator deletes a product rather than its seller, at once and for good, and why.
public struct ProductErasure: Hashable, Sendable {
    public let reason: String
    public let proof: OperatorProof

    public init(_ reason: String, by proof: OperatorProof) {
        self.reason = reason
        self.proof = proof
    }
}
