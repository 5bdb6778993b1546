public import MarketAPI

/// How far the edit of a product has come.
public enum EditState: Hashable, Sendable {
    /// The password is asked for first: nobody types changes that can't be saved.
    case asking
    case checking
    /// Try again, or leave it.
    case refused(SecretRefusal)
    case editing(EditForm, EditStep)
    case saved(DetailedProduct)
    /// The product is no longer there.
    case gone
}

/// What the form of an edit is doing.
public enum EditStep: Hashable, Sendable {
    /// Somebody makes changes; after an attempt that came to nothing, there is why.
    case writing(FormTrouble?)
    /// On its way, 0 to 1 of it. The fields stay as they are meanwhile.
    case saving(Double)
    /// No answer came: it is found out what became of it.
    case lookingAgain
    /// Somebody else was faster. Nothing is saved before it is chosen what is to stay.
    case conflict(EditConflict)
}
