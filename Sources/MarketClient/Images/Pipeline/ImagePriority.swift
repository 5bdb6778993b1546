/// What is fetched and decoded first.
public enum ImagePriority: Int, Hashable, Comparable, Sendable {
    /// Nobody sees the place of the image yet. Comes after everything visible, first asked first.
    case prefetched
    /// A place on the screen waits for it.
    case visible

    public static func < (left: ImagePriority, right: ImagePriority) -> Bool { left.rawValue < right.rawValue }
}

/// Which of several visible images comes first.
public enum VisibleImageOrder: Hashable, Sendable {
    /// The one asked for last: in a list that is scrolled fast, the others are about to leave the screen.
    case newestFirst
    /// The one asked for first: for the pictures of one product, side by side.
    case oldestFirst
}
