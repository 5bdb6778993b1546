public import MarketAPI

/// What the form of a new listing is doing.
public enum ListingFormState: Hashable, Sendable {
    /// Somebody fills it in; after an attempt that came to nothing, there is why.
    case writing(FormTrouble?)
    /// On its way, 0 to 1 of it. The fields stay as they are meanwhile.
    case sending(Double)
    case listed(DetailedProduct, SecretKeeping)
}

/// What became of the password of a new listing.
public enum SecretKeeping: Hashable, Sendable {
    case kept
    case notWanted
    /// It could not be kept: whoever listed has to remember it.
    case failed
}
