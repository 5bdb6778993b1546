/// How a list of products is shown.
public enum ListLayout: String, CaseIterable, Hashable, Sendable {
    case list
    case grid

    /// The other one.
    public var toggled: ListLayout { self == .list ? .grid : .list }
}
