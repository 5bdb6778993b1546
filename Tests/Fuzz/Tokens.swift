/// Tokens that are meaningful to one of the readers.
enum Tokens {
    static let multipart =
        [
            "\r\n", "\n", "\r", "\r\n\r\n", "--", "--B", "\r\n--B", "\r\n--B--", "\"", ";", "; ", "=", ":", " ", "\t",
            "\0",
            "\\", "\\\"", "'", "%", "%EC", "name=", "name=\"", "filename=", "filename=\"", "filename*=UTF-8''",
            "Content-Disposition: form-data; name=\"images\"", "Content-Disposition:", "Content-Type: ", "form-data",
            "multipart/form-data; boundary=B", "의자", "\u{301}",
        ]
        .map { Array($0.utf8) } + [[0xFF], [0xEC, 0x9D], [0xED, 0xA0, 0x80], [0xEF, 0xBB, 0xBF]]

    static let json =
        [
            "{", "}", "[", "]", ":", ",", "\"", "\\", "\\\\", "\\\"", "\\/", "\\u", "\\u00", "\\ud800", "\\udc00",
            "\\ud83e\\ude91", "\\u0000", "null", "true", "NaN", "nil", "Optional(90)", "1e5", "-", "+", ".", "1e400",
            "9007199254740992", "18446744073709551616", "0.1234567890123456789", "\0", "\n", "\u{FEFF}", "\"\":",
            "\"name\":", "\"price\":\"", "\"images\":[", "\"image_ids\":[1,", ",\"x\":{\"a\":", "\u{301}", "[[", "]]",
            "{\"a\":", "\"images\":\"", "data:image\\/jpeg;base64,", "data:", "\\/9j\\/", "AAA=", "=", "==", "\\r\\n",
            "-_",
        ]
        .map { Array($0.utf8) } + [
            [0xFF], [0xEC, 0x9D], [0xED, 0xA0, 0x80], [0xEF, 0xBB], [0xF4, 0x90, 0x80, 0x80],
        ]

    /// Headers with a boundary that differs from the body's, or without one.
    static let contentTypes: [String?] = [
        nil, "", "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=B",
        "multipart/form-data; boundary=\"--B\"; charset=utf-8", "multipart/form-data; boundary=-",
        "multipart/form-data; boundary=----", "multipart/form-data; boundary=other", "application/json; boundary=B",
        "multipart/form-data; boundary=\"B", "multipart/form-data;;;boundary = B ;boundary=C",
    ]

    static let query =
        [
            "&", "=", "+", "%", "%2", "%20", "%00", "%FF", "%EC%9D%98", "%ZZ", "&&", "==", "price_min=", "price_max=",
            "price_currency=KWD", "category=", "place=", "free=1", "sold=1", "cursor=", "pKRW-KWD-", "b1-", "i-1", "-",
            "zzzzzzzzzzzzz", "1y2p0ij32e8e7", "1.234", "의자", "\u{301}", "\0",
        ]
        .map { Array($0.utf8) }
}
