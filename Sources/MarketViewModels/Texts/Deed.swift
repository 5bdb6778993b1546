/// What somebody was about to do: the same failure asks for different things to be done.
public enum Deed: CaseIterable, Hashable, Sendable {
    case looking, listing, editing, deleting
}
