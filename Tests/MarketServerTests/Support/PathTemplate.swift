/// A path of the API's document, such as `/items{page}`, that can be matched with concrete paths.
struct PathTemplate: Hashable, Sendable {
    /// One segment: the text before and after `{…}`, in lower case. Without `{…}` all of it is the prefix.
    private struct Segment: Hashable {
        let prefix: String
        let suffix: String
        let isLiteral: Bool

        init(_ text: Substring) {
            let parts = text.lowercased().split(separator: "{", maxSplits: 1, omittingEmptySubsequences: false)
            isLiteral = parts.count == 1
            prefix = String(parts[0])
            suffix = isLiteral ? "" : String(parts[1].drop { $0 != "}" }.dropFirst())
        }

        func fits(_ text: String) -> Bool {
            isLiteral
                ? text == prefix
                : text.count > prefix.count + suffix.count && text.hasPrefix(prefix) && text.hasSuffix(suffix)
        }

        /// The specificity of the segment.
        var weight: Int { isLiteral ? .max : prefix.count + suffix.count }
    }

    let text: String
    private let segments: [Segment]

    init(_ text: String) {
        self.text = text
        segments = text.split(separator: "/").map(Segment.init)
    }

    /// Returns whether a path matches the template.
    ///
    /// - Parameter path: as it was sent. `//` counts as `/`; a trailing slash, a query and letter case are ignored.
    func fits(_ path: String) -> Bool {
        let given = path.prefix { $0 != "?" && $0 != "#" }.lowercased().split(separator: "/").map(String.init)
        return given.count == segments.count && zip(segments, given).allSatisfy { $0.fits($1) }
    }

    /// Returns whether this template takes precedence over another that matches the same path: the one whose literal
    /// text comes first.
    func isCloser(than other: PathTemplate) -> Bool {
        other.segments.map(\.weight).lexicographicallyPrecedes(segments.map(\.weight))
    }
}
