/// The user's action that a call was made for. The same error requires different messages for different actions.
public enum UserAction: CaseIterable, Hashable, Sendable {
    case viewing, listing, editing, deleting, reporting
}
