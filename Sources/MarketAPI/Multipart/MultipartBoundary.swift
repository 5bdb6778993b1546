/// The boundary as a request's `Content-Type` names it.
enum MultipartBoundary {
    /// RFC 2046 allows 70; longer ones that still make sense as a line are read too.
    static let maximumByteCount = 200

    /// - Returns: nil when the header names none, an empty one or one that can't be a line of a body.
    static func named(in contentType: String?) -> String? {
        guard let contentType, let boundary = HeaderParameters(contentType.utf8)["boundary"],
            (1...maximumByteCount).contains(boundary.utf8.count),
            !boundary.utf8.contains(.lineFeed), !boundary.utf8.contains(.carriageReturn)
        else { return nil }
        return boundary
    }
}
