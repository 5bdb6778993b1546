internal import Foundation

/// Percent-encoding as Signature V4 wants it: everything except unreserved characters (RFC 3986), with upper-case digits.
enum S3Encoding {
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )

    /// Encodes a part of a query. Slashes are encoded, too.
    static func encode(_ text: String) -> String {
        guard let encoded = text.addingPercentEncoding(withAllowedCharacters: unreserved) else {
            preconditionFailure("a Swift string is valid Unicode")
        }
        return encoded
    }

    /// Encodes the key of an object as a path. Slashes stay.
    static func encodePath(_ key: String) -> String { encode(key).replacing("%2F", with: "/") }

    /// Decodes what a list with `encoding-type=url` contains, or a part of an address.
    ///
    /// - Parameter plusIsSpace: whether a plus stands for a space, as in forms.
    /// - Returns: nil if the text isn't encoded UTF-8.
    static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        (plusIsSpace ? String(text).replacing("+", with: " ") : String(text)).removingPercentEncoding
    }
}
