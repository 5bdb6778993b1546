import MarketModels

/// The hash of a link, of a session, of a key or of the address of a feed of operators, in hexadecimal digits.
public struct OperatorKeyHash: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A link with which an operator signs in.
public struct OperatorLink: Hashable, Sendable {
    /// Whom it is for; nil for the first operator.
    public let name: String?

    public init(name: String?) { self.name = name }
}

/// What became of the removal of an operator.
public enum OperatorRemoval: Hashable, Sendable {
    case removed, unknown
    /// It is the last one who may do everything.
    case last
}
