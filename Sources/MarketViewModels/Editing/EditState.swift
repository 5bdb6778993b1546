public import MarketAPI

/// The state of editing a product.
public enum EditState: Hashable, Sendable {
    /// The model is asking for the password, so that nobody enters changes that can't be saved; the value is why the last one was
    /// not accepted, or nil.
    case awaitingPassword(SecretRefusal?)
    /// The password is being checked.
    case checking
    /// The form is shown.
    case editing(EditForm, EditStep)
    /// All changes are saved; the value is the product as saved.
    case saved(DetailedProduct)
    /// The product no longer exists.
    case gone
}

/// The state of the form of an edit.
public enum EditStep: Hashable, Sendable {
    /// The user is making changes. After a failed attempt, it has the reason.
    case writing(FormFailure?)
    /// The changes are being sent; the value is the fraction sent, 0 to 1. The fields can't be changed.
    case saving(Double)
    /// The result of an edit is unknown and is being determined.
    case verifying
    /// The product was changed elsewhere. Nothing is saved before the conflict is resolved.
    case conflict(EditConflict)
}
