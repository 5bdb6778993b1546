public import MarketModels

extension ListingState.Kind {
    /// The value of the column `state`.
    package var stored: Int64 {
        switch self {
        case .open: 0
        case .reserved: 1
        case .sold: 2
        case .hidden: 3
        case .expired: 4
        }
    }

    /// The values of the column for the states that everybody may see, for SQL: `0, 1, 2`.
    package static let publicStates =
        allCases.filter(\.isPublic).map { String($0.stored) }.joined(separator: ", ")

    /// Reads the column `state`. Nil for a number that is never stored.
    public init?(stored: Int64) {
        switch stored {
        case 0: self = .open
        case 1: self = .reserved
        case 2: self = .sold
        case 3: self = .hidden
        case 4: self = .expired
        default: return nil
        }
    }
}
