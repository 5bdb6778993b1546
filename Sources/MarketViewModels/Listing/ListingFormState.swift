public import MarketAPI

/// The state of the form for a new listing.
public enum ListingFormState: Hashable, Sendable {
    /// The user is filling in the form. After a failed attempt, it has the reason.
    case writing(FormFailure?)
    /// The form is being sent; the value is the fraction sent, 0 to 1. The fields can't be changed.
    case sending(Double)
    /// The product is listed.
    case listed(DetailedProduct, SecretKeeping)
}

/// The outcome of storing the password of a new listing.
public enum SecretKeeping: Hashable, Sendable {
    /// The password was stored.
    case kept
    /// The user chose not to store the password, or there is no keyring.
    case notWanted
    /// The password could not be stored: the seller has to remember it.
    case failed
}
