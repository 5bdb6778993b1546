/// The elements of a small XML document as the S3 API sends it: without attributes that matter, and never nested in
/// elements of the same name.
struct XMLElements {
    private let text: String

    init(_ bytes: some Collection<UInt8>) { text = String(decoding: bytes, as: UTF8.self) }

    private init(_ text: Substring) { self.text = String(text) }

    /// Returns the text of the first element with a name, or nil if there is none.
    func first(_ name: String) -> String? { contents(of: name, limit: 1).first.map { Self.unescaped($0) } }

    func all(_ name: String) -> [XMLElements] { contents(of: name, limit: .max).map { XMLElements($0) } }

    private func contents(of name: String, limit: Int) -> [Substring] {
        var found: [Substring] = []
        var rest = text[...]
        while found.count < limit, let start = rest.firstRange(of: "<\(name)>") {
            guard let end = rest[start.upperBound...].firstRange(of: "</\(name)>") else { break }
            found.append(rest[start.upperBound..<end.lowerBound])
            rest = rest[end.upperBound...]
        }
        return found
    }

    private static func unescaped(_ text: Substring) -> String {
        guard text.contains("&") else { return String(text) }
        return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }
}
