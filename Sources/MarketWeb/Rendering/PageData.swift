import MarketModels
import MarketTexts

/// The data of a page for its scripts, as JSON that is safe inside a `script` element.
enum PageData {
    /// Returns the texts and the CSRF token.
    ///
    /// - Parameter sentences: Additional texts, by the names that scripts use.
    static func json(
        texts: [ScriptString],
        _ sentences: [(key: String, sentence: String)] = [],
        _ site: SiteContext
    ) -> String {
        let all = texts.map { ($0.rawValue, site.texts.sentence($0)) } + sentences
        let sentences = all.map { "\(quoted($0.0)):\(quoted($0.1))" }.joined(separator: ",")
        let csrf = site.csrf.map { ",\"csrf\":\(quoted($0))" } ?? ""
        return "{\"texts\":{\(sentences)}\(csrf)}"
    }

    /// Returns a JSON string without any character that could end the enclosing element.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{0}"..<" ", "\u{7F}":
                quoted += "\\u" + UInt16(truncatingIfNeeded: scalar.value).hexDigits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
