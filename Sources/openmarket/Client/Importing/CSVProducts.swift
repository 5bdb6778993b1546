import Foundation

/// Reads products from a CSV table whose first line contains headings.
enum CSVProducts {
    static func read(_ text: String) throws -> ImportFile {
        let records: [CSVReader.Record]
        do {
            records = try CSVReader.records(of: text)
        } catch .openQuote(let line) {
            throw ImportProblem(line: line, sentence: "a quote is never closed.")
        } catch .textBehindQuote(let line) {
            throw ImportProblem(line: line, sentence: "there is text after a closing quote.")
        }
        guard let head = records.first else { return ImportFile() }
        let columns = head.fields.map { ImportRecord.Column(heading: $0) }
        let known = columns.compactMap { $0 }
        guard known.contains(.name) else {
            throw ImportProblem(
                line: head.line,
                sentence:
                    "the first line must name the columns, and 'name' is missing. Required: name, price, pictures. "
                    + "Optional: description, currency, discount, stock, category, condition, handover, place, state, "
                    + "reserved_until, reservation_note, contact, password."
            )
        }
        for column in Set(known) where known.filter({ $0 == column }).count > 1 {
            throw ImportProblem(line: head.line, sentence: "the column '\(column)' appears twice.")
        }
        let unknown = zip(head.fields, columns).filter { heading, column in
            column == nil && !heading.isEmpty && !ImportRecord.ignoredColumns.contains(heading.lowercased())
        }
        var file = ImportFile(unknownHeadings: unknown.map(\.0))
        for row in records.dropFirst() {
            do throws(ImportProblem) {
                file.records.append(try record(row, columns))
            } catch {
                file.problems.append(error)
            }
        }
        return file
    }

    private static func record(_ row: CSVReader.Record, _ columns: [ImportRecord.Column?]) throws(ImportProblem)
        -> ImportRecord
    {
        guard row.fields.dropFirst(columns.count).allSatisfy(\.isEmpty) else {
            throw ImportProblem(
                line: row.line,
                sentence: "there are \(row.fields.count) fields but \(columns.count) columns. "
                    + "Put quotes around text that has a comma in it."
            )
        }
        var texts: [ImportRecord.Column: String] = [:]
        var images: [String] = []
        for (column, cell) in zip(columns, row.fields) where !cell.isEmpty {
            let text = CSVFormula.unescaped(cell)
            if column == .images {
                images = text.split { $0 == ";" || $0 == "|" || $0.isNewline }
                    .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            } else if let column {
                texts[column] = text
            }
        }
        return ImportRecord(line: row.line, texts: texts, images: images)
    }
}
