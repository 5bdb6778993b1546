internal import Mustache

/// The templates, compiled once.
enum Templates {
    /// What a template is filled with. Dictionaries, because swift-mustache reads structs slowly.
    typealias Facts = [String: Any]

    private static let library: MustacheLibrary = {
        MustacheContentTypes.register(Markup(), named: Markup.name)
        var library = MustacheLibrary()
        for (name, text) in Assets.templates {
            do {
                // A template that calls another starts anew with the library's own escaping, so each says which one.
                try library.register("{{% CONTENT_TYPE:\(Markup.name)}}" + text, named: name)
            } catch {
                preconditionFailure("\(name).mustache can't be compiled: \(error)")
            }
        }
        return library
    }()

    static func render(_ name: String, _ facts: Facts) -> String {
        guard let html = library.render(facts, withTemplate: name) else {
            preconditionFailure("There is no \(name).mustache.")
        }
        return html
    }
}

extension [String: Any?] {
    /// Without what is not there, which a template would take for something.
    var filled: Templates.Facts { compactMapValues { $0 } }
}
