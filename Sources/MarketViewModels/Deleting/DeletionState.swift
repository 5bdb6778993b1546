/// How far the deletion of a product has come.
public enum DeletionState: Hashable, Sendable {
    /// The password is asked for.
    case asking
    case deleting
    /// It was not deleted: try again, or leave it.
    case refused(SecretRefusal)
    /// It is gone, which is said until it is seen.
    case gone
    /// Nothing is asked any more: it was left, or it is gone and that was seen.
    case closed
}
