internal import MarketTexts

/// What a page tells its scripts, as a JSON text that can stand inside a `script` element.
enum PageData {
    /// - Parameter sentences: further ones, by the names that scripts call them.
    static func json(
        texts: [ScriptWord],
        _ sentences: [(key: String, sentence: String)] = [],
        _ site: SiteContext
    ) -> String {
        let words = WebTexts(language: site.language)
        let all = texts.map { ($0.rawValue, words.sentence($0)) } + sentences
        let sentences = all.map { "\(quoted($0.0)):\(quoted($0.1))" }.joined(separator: ",")
        let csrf = site.csrf.map { ",\"csrf\":\(quoted($0))" } ?? ""
        return "{\"texts\":{\(sentences)}\(csrf)}"
    }

    /// A JSON string without anything that could end the element it stands in.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{0}"..<" ", "\u{7F}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
