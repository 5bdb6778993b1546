extension StringProtocol {
    /// The words on one line, with one space between two and none around them.
    ///
    /// Every scalar that is white space separates. `Character.isWhitespace` looks at the first scalar of a character
    /// only, so that a space would take the combining mark or the joiner behind it along, and the result could differ
    /// when it is read again.
    package var onOneLine: String {
        var line = String.UnicodeScalarView()
        for word in unicodeScalars.split(whereSeparator: \.properties.isWhitespace) {
            if !line.isEmpty { line.append(" ") }
            line.append(contentsOf: word)
        }
        return String(line)
    }
}
