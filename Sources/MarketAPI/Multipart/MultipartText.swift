import MarketModels

/// Decodes the data of text parts.
public enum MultipartText {
    /// Decodes UTF-8, removes every CRLF at the end, and divides long runs of combining marks.
    ///
    /// The line break that belongs to the delimiter has been removed before. Some apps send another one (API.md,
    /// “Multipart, as apps really send it”), which the user didn't type: text fields and text views end lines with a
    /// bare LF, and a bare LF is kept. In files the extra line break stays, because every image format marks its own
    /// end.
    ///
    /// - Returns: nil if the bytes are not UTF-8.
    public static func value(of bytes: some BidirectionalCollection<UInt8>) -> String? {
        var rest = bytes[...]
        while rest.last == UInt8(ascii: "\n"), rest.dropLast().last == UInt8(ascii: "\r") {
            rest = rest.dropLast(2)
        }
        return String(validating: rest, as: UTF8.self)?.streamSafe
    }
}
