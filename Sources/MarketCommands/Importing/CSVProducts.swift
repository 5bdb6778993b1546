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
        guard !records.isEmpty else { return ImportFile() }
        let first = records.prefix(maximumTitleLines + 1).firstIndex { record in
            record.fields.contains { TableHeading($0) == .column(.name) }
        }
        guard let first else {
            throw ImportProblem(
                line: records[0].line,
                sentence:
                    "the first line must name the columns, and 'name' is missing. Required: name, price, pictures. "
                    + "Optional: \(ImportRecord.Column.optional.map(\.name).joined(separator: ", "))."
            )
        }
        let columns = columns(records[first].fields)
        let known = columns.compactMap { $0 }.filter { $0 != .ignored }
        for column in Set(known) where known.filter({ $0 == column }).count > 1 {
            throw ImportProblem(line: records[first].line, sentence: "the column '\(column.name)' appears twice.")
        }
        let unknown = zip(records[first].fields, columns).filter { heading, column in
            column == nil && !heading.allSatisfy(\.isWhitespace)
        }
        var file = ImportFile(unknownHeadings: unknown.map(\.0))
        let isShop = records[first].fields.contains {
            $0.lowercased() == "regular price" || $0.lowercased() == "body (html)"
        }
        var handle: String?
        for row in records[(first + 1)...] {
            do throws(ImportProblem) {
                let (record, itsHandle) = try record(row, columns, hasHTML: isShop)
                if let itsHandle, itsHandle == handle, record.texts[.name] == nil, let last = file.records.last {
                    file.records[file.records.count - 1] = last.adding(record.images)
                } else {
                    file.records.append(record)
                }
                handle = itsHandle
            } catch {
                file.problems.append(error)
            }
        }
        return file
    }

    /// The number of lines that can stand above the headings.
    static let maximumTitleLines = 4

    /// Returns what the columns are. A sale price is the price if there is no other.
    private static func columns(_ headings: [String]) -> [TableHeading?] {
        let columns = headings.map { TableHeading($0) }
        if columns.contains(.column(.price)) { return columns }
        return columns.map { $0 == .column(.salePrice) ? .column(.price) : $0 }
    }

    private static func record(
        _ row: CSVReader.Record,
        _ columns: [TableHeading?],
        hasHTML: Bool
    ) throws(ImportProblem) -> (ImportRecord, handle: String?) {
        guard row.fields.dropFirst(columns.count).allSatisfy(\.isEmpty) else {
            throw ImportProblem(
                line: row.line,
                sentence: "there are \(row.fields.count) fields but \(columns.count) columns. "
                    + "Put quotes around text that has a comma in it."
            )
        }
        var texts: [ImportRecord.Column: String] = [:]
        var images: [String] = []
        var handle: String?
        var summary: String?
        for (column, cell) in zip(columns, row.fields) where !cell.isEmpty {
            let text = CSVFormula.unescaped(cell)
            switch column {
            case .column(.images): images = [text]
            case .column(.description): texts[.description] = hasHTML ? HTMLText.plain(text) : text
            case .column(let column): texts[column] = text
            case .shortDescription: summary = hasHTML ? HTMLText.plain(text) : text
            case .handle: handle = text
            case .ignored, nil: break
            }
        }
        texts[.description] = texts[.description] ?? summary
        return (ImportRecord(line: row.line, texts: texts, images: .cells(images)), handle)
    }
}

extension ImportRecord {
    /// Returns the record with the pictures of another row.
    fileprivate func adding(_ more: Images) -> ImportRecord {
        guard case .cells(let mine) = images, case .cells(let others) = more else { return self }
        return ImportRecord(line: line, texts: texts, images: .cells(mine + others))
    }
}
