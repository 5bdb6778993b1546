import Foundation

/// The products of a CSV or JSON file.
struct ImportFile {
    var records: [ImportRecord] = []
    /// The problems of single products; the others can be listed.
    var problems: [ImportProblem] = []
    /// The headings that are not recognized.
    var unknownHeadings: [String] = []
}

extension ImportFile {
    /// Reads a CSV or JSON file.
    ///
    /// - Throws: `CommandFailure`, with the line number if there is one, if the file can't be read as products.
    init(path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            // Numbers saves folders.
            if path.lowercased().hasSuffix(".numbers") { _ = try TableText.decoded(Data(), path: path) }
            throw CommandFailure("Can't read \(path). Is that the right name?")
        }
        let text = try TableText.decoded(data, path: path)
        let body = text.drop(while: \.isWhitespace)
        do {
            if body.first == "[" || body.first == "{" {
                self = try JSONProducts.read(Data(text.utf8))
            } else {
                self = try CSVProducts.read(text)
            }
        } catch let error as ImportProblem {
            throw CommandFailure("\(path), line \(error.line): \(error.sentence)")
        }
        if records.isEmpty, problems.isEmpty { throw CommandFailure("\(path) has no products in it.") }
    }
}
