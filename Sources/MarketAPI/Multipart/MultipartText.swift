/// The data of a part that is a text.
public enum MultipartText {
    /// Decodes UTF-8 and takes away every CRLF at the end.
    ///
    /// The line break that belongs to the delimiter is gone already. Some apps send one more (API.md, “Multipart, as
    /// apps really send it”), which is no part of what was typed: text fields and text views end lines with a bare LF,
    /// and a bare LF is kept. In a file the extra line break stays: every picture format ends by itself.
    ///
    /// - Returns: nil if the bytes are not UTF-8.
    public static func value(of bytes: some BidirectionalCollection<UInt8>) -> String? {
        var rest = bytes[...]
        while rest.last == UInt8(ascii: "\n"), rest.dropLast().last == UInt8(ascii: "\r") {
            rest = rest.dropLast(2)
        }
        return String(validating: rest, as: UTF8.self)
    }
}
