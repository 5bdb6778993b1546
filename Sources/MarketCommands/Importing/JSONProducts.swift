import Foundation

/// Reads products from a JSON array of objects, or from consecutive objects.
///
/// Each object is located in the bytes and decoded separately, so that its line is known and an invalid one doesn't
/// affect the others.
enum JSONProducts {
    static func read(_ data: Data) throws(ImportProblem) -> ImportFile {
        var file = ImportFile()
        var unknown: Set<String> = []
        for object in try objects(in: data) {
            do throws(ImportProblem) {
                let (record, headings) = try record(object)
                file.records.append(record)
                unknown.formUnion(headings)
            } catch {
                file.problems.append(error)
            }
        }
        file.unknownHeadings = unknown.sorted()
        return file
    }

    private struct Object {
        let line: Int
        let bytes: Data
    }

    /// Finds the outermost objects by their braces outside strings.
    private static func objects(in data: Data) throws(ImportProblem) -> [Object] {
        var objects: [Object] = []
        var line = 1
        var depth = 0
        var begin: (index: Int, line: Int)?
        var isInString = false
        var isEscaped = false
        for (index, byte) in data.enumerated() {
            if byte == UInt8(ascii: "\n") { line += 1 }
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                guard depth > 0 else { throw noObject(line) }
                isInString = true
            case UInt8(ascii: "{"):
                if depth == 0 { begin = (index, line) }
                depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                guard depth >= 0 else {
                    throw ImportProblem(line: line, sentence: "a brace is closed but never opened.")
                }
                if depth == 0, let begun = begin {
                    objects.append(
                        Object(
                            line: begun.line,
                            bytes: data[(data.startIndex + begun.index)...(data.startIndex + index)]
                        )
                    )
                    begin = nil
                }
            default:
                // Numbers and words among the products, and not only what separates these.
                guard depth > 0 || "[], \t\r\n".utf8.contains(byte) else { throw noObject(line) }
            }
        }
        if let begun = begin { throw ImportProblem(line: begun.line, sentence: "this object is never closed.") }
        return objects
    }

    private static func noObject(_ line: Int) -> ImportProblem {
        ImportProblem(line: line, sentence: "each product must be an object in braces.")
    }

    private static func record(_ object: Object) throws(ImportProblem) -> (ImportRecord, unknown: [String]) {
        let values: [String: Value]
        do {
            values = try JSONDecoder().decode([String: Value].self, from: object.bytes)
        } catch {
            throw ImportProblem(line: object.line, sentence: "this isn't a JSON object of texts and numbers.")
        }
        var texts: [ImportRecord.Column: String] = [:]
        var images = ImportRecord.Images.paths([])
        var unknown: [String] = []
        var seen: Set<ImportRecord.Column> = []
        for (key, value) in values {
            guard let column = ImportRecord.Column(heading: key) else {
                if TableHeading(key) != .ignored { unknown.append(key) }
                continue
            }
            guard seen.insert(column).inserted else {
                throw ImportProblem(line: object.line, sentence: "'\(column)' appears twice, under two names.")
            }
            switch (column, value) {
            case (_, .nothing): break
            case (.images, .list(let list)): images = .paths(list)
            case (.images, .text(let text)): images = .cells([text])
            case (_, .text(let text)): if !text.isEmpty { texts[column] = text }
            case (_, .number(let digits)) where column != .images: texts[column] = digits
            default:
                throw ImportProblem(line: object.line, sentence: "'\(key)' has a value of the wrong type.")
            }
        }
        return (ImportRecord(line: object.line, texts: texts, images: images), unknown)
    }

    private enum Value: Decodable {
        case text(String)
        /// A number as its digits.
        case number(String)
        case list([String])
        case nothing
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .nothing
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let list = try? container.decode([String].self) {
                self = .list(list)
            } else if let number = try? container.decode(Decimal.self) {
                self = .number("\(number)")
            } else {
                self = .other
            }
        }
    }
}
