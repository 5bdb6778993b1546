import Foundation
import MarketModels

/// Decodes a table as spreadsheets save it: UTF-8, UTF-16 with or without a byte order mark, or CP949, which Excel
/// writes in Korean as “CSV”.
enum TableText {
    /// Decodes a file.
    ///
    /// - Throws: `CommandFailure` with the way out, if the file is a spreadsheet or in another encoding.
    static func decoded(_ data: Data, path: String) throws(CommandFailure) -> String {
        if isSpreadsheet(data, path) {
            throw CommandFailure(
                "\(path) is a spreadsheet. Save it as a table in text first: in Excel as 'CSV UTF-8 (comma delimited)', in "
                    + "LibreOffice with File > Save As > Text CSV, in Numbers with File > Export To > CSV. Then import "
                    + "that file."
            )
        }
        let text = utf16(data) ?? String(data: data, encoding: .utf8) ?? cp949(data)
        guard let text else {
            throw CommandFailure(
                "\(path) isn't UTF-8 text. In Excel, save it as 'CSV UTF-8 (comma delimited)', or convert it with "
                    + "iconv -f CP949 -t UTF-8."
            )
        }
        // A table may be somebody else's, and its headings are compared.
        return (text.first == "\u{FEFF}" ? String(text.dropFirst()) : text).streamSafe
    }

    /// Whether the bytes or the name are those of an Excel, OpenDocument or Numbers file. Some programs name an HTML page
    /// `.xls`.
    private static func isSpreadsheet(_ data: Data, _ path: String) -> Bool {
        if data.starts(with: [0x50, 0x4B, 0x03, 0x04]) || data.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) { return true }
        return ["xlsx", "xls", "xlsm", "ods", "numbers"].contains(URL(filePath: path).pathExtension.lowercased())
            && (data.isEmpty || data.first == UInt8(ascii: "<"))
    }

    private static func utf16(_ data: Data) -> String? {
        let start = data.prefix(2)
        // Without a mark, the first of two bytes of a heading's Latin letter says the order.
        if start.elementsEqual([0xFF, 0xFE]) || start.count == 2 && start.last == 0 {
            return String(data: data, encoding: .utf16LittleEndian)
        }
        if start.elementsEqual([0xFE, 0xFF]) || start.count == 2 && start.first == 0 {
            return String(data: data, encoding: .utf16BigEndian)
        }
        return nil
    }

    /// - Returns: nil if the bytes aren't CP949, or have no Hangul: then they are more likely in a Western encoding.
    private static func cp949(_ data: Data) -> String? {
        let converter = iconv_open("UTF-8", "CP949")
        guard Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        var source = data.map { CChar(bitPattern: $0) }
        // Two bytes become three at most.
        var target = [CChar](repeating: 0, count: data.count * 2 + 16)
        var (sourceCount, targetCount) = (source.count, target.count)
        let isConverted = source.withUnsafeMutableBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target in
                var (from, to) = (source.baseAddress, target.baseAddress)
                return iconv(converter, &from, &sourceCount, &to, &targetCount) != -1
            }
        }
        guard isConverted, sourceCount == 0 else { return nil }
        let bytes = target.dropLast(targetCount).map { UInt8(bitPattern: $0) }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) } ? text : nil
    }
}
