import Foundation

/// The text of descriptions that shops keep as HTML.
enum HTMLText {
    private static let entities = ["nbsp": " ", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "amp": "&"]

    /// Returns the text without tags, with a line for each paragraph and each item of a list.
    static func plain(_ html: String) -> String {
        var text = html.replacing("\\n", with: "\n")
        text = text.replacing(#/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/#.ignoresCase(), with: "")
        text = text.replacing(#/<li\b[^>]*>/#.ignoresCase(), with: "• ")
        text = text.replacing(#/[ \t]*<(br\s*\/?|\/p|\/div|\/li|\/h[1-6]|\/tr)>\s*/#.ignoresCase(), with: "\n")
        text = text.replacing(#/<\/?[A-Za-z][^>]*>/#, with: "")
        text = text.replacing(#/&(#x?[0-9A-Fa-f]{1,6}|[a-z]{2,4});/#) { match in
            let name = match.output.1
            guard name.hasPrefix("#") else { return entities[String(name)] ?? String(match.output.0) }
            let digits = name.dropFirst()
            let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return value.flatMap { Unicode.Scalar($0) }.map { String($0) } ?? String(match.output.0)
        }
        return text.replacing(#/\n{3,}/#, with: "\n\n").trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
