/// An error of an image loader.
public enum ImageLoadingError: Error, Hashable, Sendable {
    /// The calling task was cancelled. Not an error to show.
    case cancelled
    /// The URL is not HTTP or HTTPS, or has no host.
    case notAnImageURL
    /// No complete response was received, even after retries.
    case transport(TransportError)
    /// The server responded with a status other than 200.
    case status(Int)
    /// The decoder rejected the bytes.
    ///
    /// - Parameter detail: The decoder's error, for logs.
    case undecodable(detail: String)
}
