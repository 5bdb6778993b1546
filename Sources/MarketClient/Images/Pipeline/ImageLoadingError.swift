/// Why there is no image.
public enum ImageLoadingError: Error, Hashable, Sendable {
    /// The asking task was cancelled. Not an error to show.
    case cancelled
    /// The address is not one of a picture on a server: not HTTP, or without a host.
    case notAnImageURL
    /// No whole answer came, also not the second time where that was worth a try.
    case transport(TransportError)
    /// The server answered with another status than 200.
    case status(Int)
    /// The decoder could make no image of what came.
    ///
    /// - Parameter detail: what it said, for logs.
    case undecodable(detail: String)
}
