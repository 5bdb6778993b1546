/// Reads the boundary from a request's `Content-Type`.
enum MultipartBoundary {
    /// The maximum length in bytes. RFC 2046 allows 70; longer ones that can still be a line are accepted.
    static let maximumByteCount = 200

    /// - Returns: nil if the header names no boundary, an empty one, or one that can't be a line of a body.
    static func named(in contentType: String?) -> String? {
        guard let contentType, let boundary = HeaderParameters(contentType.utf8)["boundary"],
            (1...maximumByteCount).contains(boundary.utf8.count),
            !boundary.utf8.contains(.lineFeed), !boundary.utf8.contains(.carriageReturn)
        else { return nil }
        return boundary
    }
}
