/// The priority of loading an image.
public enum ImagePriority: Int, Hashable, Comparable, Sendable {
    /// The image is not visible yet. It is loaded after all visible ones, in the order of the requests.
    case prefetched
    /// The image is visible on the screen.
    case visible

    /// Returns whether one priority is lower than another.
    public static func < (left: ImagePriority, right: ImagePriority) -> Bool { left.rawValue < right.rawValue }
}

/// The order in which visible images are loaded.
public enum VisibleImageOrder: Hashable, Sendable {
    /// Newest request first: in a list that is scrolled fast, the older ones are about to leave the screen.
    case newestFirst
    /// Oldest request first: for the images of one product, shown next to each other.
    case oldestFirst
}
