import MarketModels
import MarketTexts
import Mustache
import Synchronization

/// The templates, compiled once for each language, when it is first asked for, with its texts inserted.
enum Templates {
    /// The data of a template: dictionaries, because swift-mustache reads structs slowly.
    typealias Context = [String: Any]

    private static let libraries = Mutex<[Language: MustacheLibrary]>([:])

    static func render(_ name: String, _ language: Language, _ data: Context) -> String {
        let library = libraries.withLock { libraries in
            if let library = libraries[language] { return library }
            let library = compiled(for: language)
            libraries[language] = library
            return library
        }
        guard let html = library.render(data, withTemplate: name) else {
            preconditionFailure("There is no \(name).mustache.")
        }
        return html
    }

    private static func compiled(for language: Language) -> MustacheLibrary {
        MustacheContentTypes.register(HTMLEscaping(), named: HTMLEscaping.name)
        var library = MustacheLibrary()
        for (name, text) in Assets.templates {
            do {
                // A partial template starts with the library's own escaping, so every template declares the content
                // type.
                try library.register(
                    "{{% CONTENT_TYPE:\(HTMLEscaping.name)}}" + saying(InterfaceTexts(language: language), in: text),
                    named: name
                )
            } catch {
                preconditionFailure("\(name).mustache can't be compiled: \(error)")
            }
        }
        return library
    }

    /// Inserts the texts for `{{text.word}}`, `{{operator.word}}`, `{{label.field}}` and `{{placeholder.field}}`. Looking them up on each rendering would take half of its time.
    private static func saying(_ texts: InterfaceTexts, in template: String) -> String {
        template.replacing(/\{\{(text|operator|label|placeholder)\.(\w+)\}\}/) { match in
            let name = String(match.2)
            if match.1 == "operator", let word = OperatorString(rawValue: name) {
                return HTMLEscaping().escapeText(OperatorTexts(language: texts.language)[word])
            }
            if match.1 != "text", let field = ListingField(rawValue: name) {
                let words = FieldTexts(field, texts.language)
                return HTMLEscaping().escapeText(match.1 == "label" ? words.label : words.placeholder ?? "")
            }
            guard match.1 == "text", let word = InterfaceString(rawValue: name) else {
                preconditionFailure("There is no \(match.0).")
            }
            return HTMLEscaping().escapeText(texts[word])
        }
    }
}

extension [String: Any?] {
    /// The dictionary without nil values, which a template would treat as present.
    var filled: Templates.Context { compactMapValues { $0 } }
}
