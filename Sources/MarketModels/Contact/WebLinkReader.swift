/// Finds https links.
struct WebLinkReader {
    private static let scheme = Array("https://".unicodeScalars)
    /// Schemes that are not followed by slashes.
    private static let bareSchemes = ["javascript:", "vbscript:", "data:", "blob:", "file:", "about:", "view-source:"]

    private let scalars: [Unicode.Scalar]

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    /// Returns whether a word contains a URL with any scheme.
    static func hasScheme(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        word.indices.contains { word[$0...].starts(with: "://".unicodeScalars) } || hasBareScheme(word)
    }

    private static func hasBareScheme(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        let text = String(String.UnicodeScalarView(word)).lowercased()
        return bareSchemes.contains { text.contains($0) }
    }

    /// Returns the link in a word, or nil if there is none. The word may contain other text:
    /// `오픈채팅:https://open.kakao.com/o/abc로`.
    func link(in word: Range<Int>) -> ContactReader.Finding? {
        guard let start = schemeStart(in: word) else { return nil }
        let host = start + Self.scheme.count
        guard let end = end(from: host, in: word) else { return nil }
        let authorityEnd = (host..<end).first { ["/", "?", "#"].contains(scalars[$0]) } ?? end
        guard isAuthority(scalars[host..<authorityEnd]), hasWholeEscapes(scalars[authorityEnd..<end]) else {
            return nil
        }
        let rest = String(String.UnicodeScalarView(scalars[host..<end]))
        return ContactReader.Finding(range: start..<end, kind: .link, address: "https://" + rest)
    }

    /// Returns the index of `https://` if it is the word's first scheme and separate from the text before it.
    private func schemeStart(in word: Range<Int>) -> Int? {
        guard let colon = word.first(where: { scalars[$0...].starts(with: "://".unicodeScalars) }) else { return nil }
        let start = colon - 5
        guard start >= word.lowerBound, start == word.lowerBound || scalars[start - 1].isApart else { return nil }
        let isHTTPS = scalars[start..<colon].map(\.properties.lowercaseMapping) == ["h", "t", "t", "p", "s"]
        return isHTTPS && !Self.hasBareScheme(scalars[word.lowerBound..<start]) ? start : nil
    }

    /// Returns the end of the link, or nil if it contains a character that no plain link contains.
    private func end(from start: Int, in word: Range<Int>) -> Int? {
        var end = start
        while end < word.upperBound, scalars[end].isOfURI { end += 1 }
        if end < word.upperBound {
            let next = scalars[end]
            // A Korean particle may follow a letter or a digit. Anywhere else, such letters would belong to the URL.
            let isParticle = next.isEastAsianLetter && (scalars[end - 1].isASCIILetter || scalars[end - 1].isASCIIDigit)
            let isInHost = !scalars[start..<end].contains { $0 == "/" }
            guard isParticle && !isInHost || next.closesWords && !(isInHost && next.isFullStop) else { return nil }
        }
        // Punctuation or an unopened bracket after a link belongs to the sentence.
        var unopened = [
            ")": unopened("(", ")", in: scalars[start..<end]), "]": unopened("[", "]", in: scalars[start..<end]),
        ]
        while end > start {
            let last = scalars[end - 1]
            if !last.endsSentence {
                guard let count = unopened[String(last)], count > 0 else { break }
                unopened[String(last)] = count - 1
            }
            end -= 1
        }
        return end
    }

    /// Returns how many more brackets are closed than opened. They are counted once, or many of them would take very long.
    private func unopened(_ open: Unicode.Scalar, _ close: Unicode.Scalar, in part: ArraySlice<Unicode.Scalar>) -> Int {
        part.count { $0 == close } - part.count { $0 == open }
    }

    private func isAuthority(_ authority: ArraySlice<Unicode.Scalar>) -> Bool {
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, HostName.isPlain(host) else { return false }
        guard parts.count > 1 else { return true }
        return (1...5).contains(parts[1].count) && parts[1].allSatisfy(\.isASCIIDigit)
    }

    private func hasWholeEscapes(_ path: ArraySlice<Unicode.Scalar>) -> Bool {
        path.indices.allSatisfy { index in
            guard path[index] == "%" else { return true }
            return index + 2 < path.endIndex && path[index + 1].isHexDigit && path[index + 2].isHexDigit
        }
    }
}
