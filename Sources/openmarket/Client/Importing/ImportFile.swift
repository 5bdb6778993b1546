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
            throw CommandFailure("Can't read \(path). Is that the right name?")
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw CommandFailure(
                "\(path) isn't UTF-8 text. In Excel, save it as 'CSV UTF-8 (comma delimited)', or convert it with "
                    + "iconv -f CP949 -t UTF-8."
            )
        }
        let body = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
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
