/// A start tag of a page, as a browser reads it.
struct Tag {
    var name = ""
    var attributes: [String: String] = [:]

    /// Returns all start tags of a page, in order. The contents of `script` elements are skipped.
    static func all(in html: String) -> [Tag] {
        let bytes = Array(html.utf8)
        var tags: [Tag] = []
        var index = 0
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = open + 1
            guard index < bytes.count, isLetter(bytes[index]) else { continue }
            var tag = Tag()
            tag.name = take(bytes, &index) { isLetter($0) || isDigit($0) }
            readAttributes(bytes, &index, into: &tag)
            tags.append(tag)
            if tag.name == "script" {
                let end = Array("</script".utf8)
                while index < bytes.count, !bytes[index...].starts(with: end) { index += 1 }
            }
        }
        return tags
    }

    private static func readAttributes(_ bytes: [UInt8], _ index: inout Int, into tag: inout Tag) {
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            let name = take(bytes, &index) {
                isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ":")
            }
            guard !name.isEmpty else {
                index += 1
                continue
            }
            tag.attributes[name] = ""
            guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "="), bytes[index + 1] == UInt8(ascii: "\"")
            else {
                continue
            }
            index += 2
            tag.attributes[name] = take(bytes, &index) { $0 != UInt8(ascii: "\"") }
            index += 1
        }
    }

    private static func take(_ bytes: [UInt8], _ index: inout Int, while fits: (UInt8) -> Bool) -> String {
        let start = index
        while index < bytes.count, fits(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
