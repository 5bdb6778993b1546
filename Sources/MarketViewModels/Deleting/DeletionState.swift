/// The state of deleting a product.
public enum DeletionState: Hashable, Sendable {
    /// The model is asking for the password.
    case awaitingPassword
    /// The deletion is in flight.
    case deleting
    /// The deletion failed. The user can try again or cancel.
    case refused(SecretRefusal)
    /// The product is deleted, and the confirmation is shown.
    case gone
    /// The dialog is closed: the deletion was cancelled, or the confirmation was seen.
    case closed
}
