/// Finds mail addresses in their common form: ASCII, without quotes.
struct MailAddressReader {
    private let scalars: [Unicode.Scalar]

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    /// Returns the mail address around an `@`, or nil if there is none.
    ///
    /// - Parameter at: The index of the `@`.
    func address(around at: Int) -> ContactReader.Finding? {
        var start = at
        while start > 0, Self.isLocal(scalars[start - 1]) { start -= 1 }
        var end = at + 1
        while end < scalars.count, Self.isHost(scalars[end]) { end += 1 }
        while end > at + 1, [".", "-"].contains(scalars[end - 1]) { end -= 1 }
        guard isLocalPart(scalars[start..<at]), HostName.isPlain(scalars[(at + 1)..<end]) else { return nil }
        guard start == 0 || scalars[start - 1].isApart, isApart(from: end) else { return nil }
        let address = "mailto:" + String(String.UnicodeScalarView(scalars[start..<end]))
        return ContactReader.Finding(range: start..<end, kind: .mail, address: address)
    }

    private func isApart(from end: Int) -> Bool {
        guard end < scalars.count else { return true }
        if scalars[end] == "?" {
            return end + 1 == scalars.count || !Self.isLocal(scalars[end + 1])
        }
        return scalars[end].isApart || [".", "-"].contains(scalars[end])
    }

    private func isLocalPart(_ part: ArraySlice<Unicode.Scalar>) -> Bool {
        guard (1...64).contains(part.count), let first = part.first, first.isASCIILetter || first.isASCIIDigit
        else { return false }
        return part.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
    }

    private static func isLocal(_ scalar: Unicode.Scalar) -> Bool { isHost(scalar) || scalar == "_" || scalar == "+" }

    private static func isHost(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCIILetter || scalar.isASCIIDigit || scalar == "." || scalar == "-"
    }
}
