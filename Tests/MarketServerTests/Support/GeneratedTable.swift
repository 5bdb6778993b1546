import Foundation
import Testing

/// A table in a document of the repository that is made from the code.
///
/// `UPDATE_TABLES=1` writes it instead of comparing it (CONTRIBUTING.md).
struct GeneratedTable {
    /// The path of the document in the repository.
    let file: String
    /// What the comments around the table call it.
    let name: String

    /// The folder of the repository.
    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    func expect(_ table: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let url = Self.repository.appending(path: file)
        let document = try String(contentsOf: url, encoding: .utf8)
        let start = try #require(document.range(of: "<!-- The table of \(name) -->\n")?.upperBound)
        let end = try #require(document.range(of: "<!-- End of the table of \(name) -->\n")?.lowerBound)
        let written = document.replacingCharacters(in: start..<end, with: "\n\(table)\n")
        if ProcessInfo.processInfo.environment["UPDATE_TABLES"] == "1" {
            try written.write(to: url, atomically: true, encoding: .utf8)
        } else {
            #expect(document == written, "Write it anew as CONTRIBUTING.md says.", sourceLocation: sourceLocation)
        }
    }
}
