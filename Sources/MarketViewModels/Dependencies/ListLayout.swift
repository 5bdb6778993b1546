/// The layout of a product list.
public enum ListLayout: String, CaseIterable, Hashable, Sendable {
    case list
    case grid

    /// The other layout.
    public var toggled: ListLayout { self == .list ? .grid : .list }
}
