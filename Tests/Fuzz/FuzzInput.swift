import Foundation

/// The reader that an input is for.
enum TargetName: String, CaseIterable, Sendable {
    case multipart, json, fields, query
}

/// One input, and how it is read.
struct FuzzInput {
    /// Large enough to reveal anything that takes quadratic time.
    static let maximumByteCount = 262_144

    var target: TargetName
    var contentType: String?
    /// Whether the reader's limits are so low that small inputs exceed them.
    var hasNarrowLimits = false
    /// Whether an earlier run has saved it.
    var isKept = false
    var bytes: [UInt8] = []

    /// Returns the header lines of the input when it is saved as a file. Such a file can be added to the corpus as it
    /// is.
    func head(note: String) -> String {
        var head = "POST / HTTP/1.1\r\nX-Fuzz: \(note)\r\nX-Fuzz-Target: \(target.rawValue)\r\n"
        if hasNarrowLimits { head += "X-Fuzz-Limits: narrow\r\n" }
        if let contentType { head += "Content-Type: \(contentType)\r\n" }
        return head + "Content-Length: \(bytes.count)\r\n\r\n"
    }
}

extension FuzzInput {
    /// Reads a file of the corpus or a saved one. Bytes beyond the length that it names are ignored.
    ///
    /// - Returns: nil if it has no head.
    init?(file: Data) {
        guard let end = file.firstRange(of: Data("\r\n\r\n".utf8)) else { return nil }
        var fields: [String: String] = [:]
        for line in String(decoding: file[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n") {
            guard let colon = line.firstRange(of: ": ") else { continue }
            fields[line[..<colon.lowerBound].lowercased()] = String(line[colon.upperBound...])
        }
        contentType = fields["content-type"]
        hasNarrowLimits = fields["x-fuzz-limits"] == "narrow"
        isKept = fields["x-fuzz-target"] != nil
        let body = file[end.upperBound...]
        bytes = Array(body.prefix(fields["content-length"].flatMap { Int($0) } ?? body.count))
        let isMultipart = contentType?.contains("multipart") == true || bytes.starts(with: Array("--".utf8))
        target = fields["x-fuzz-target"].flatMap { TargetName(rawValue: $0) } ?? (isMultipart ? .multipart : .json)
    }
}
