internal import MarketTexts
internal import Mustache

/// The templates, compiled once for each language with its words already in them.
enum Templates {
    /// What a template is filled with. Dictionaries, because swift-mustache reads structs slowly.
    typealias Facts = [String: Any]

    private static let korean = compiled(for: .korean)
    private static let english = compiled(for: .english)

    static func render(_ name: String, _ language: Language, _ facts: Facts) -> String {
        let library =
            switch language {
            case .korean: korean
            case .english: english
            }
        guard let html = library.render(facts, withTemplate: name) else {
            preconditionFailure("There is no \(name).mustache.")
        }
        return html
    }

    private static func compiled(for language: Language) -> MustacheLibrary {
        MustacheContentTypes.register(Markup(), named: Markup.name)
        var library = MustacheLibrary()
        for (name, text) in Assets.templates {
            do {
                // A template that calls another starts anew with the library's own escaping, so each says which one.
                try library.register(
                    "{{% CONTENT_TYPE:\(Markup.name)}}" + saying(WebTexts(language: language), in: text),
                    named: name
                )
            } catch {
                preconditionFailure("\(name).mustache can't be compiled: \(error)")
            }
        }
        return library
    }

    /// Puts the words in for `{{text.word}}`: looked up each time, they would take half of the time that a page takes.
    private static func saying(_ texts: WebTexts, in template: String) -> String {
        template.replacing(/\{\{text\.(\w+)\}\}/) { match in
            guard let word = WebWord(rawValue: String(match.1)) else {
                preconditionFailure("There is no word \(match.1).")
            }
            return Markup().escapeText(texts[word])
        }
    }
}

extension [String: Any?] {
    /// Without what is not there, which a template would take for something.
    var filled: Templates.Facts { compactMapValues { $0 } }
}
