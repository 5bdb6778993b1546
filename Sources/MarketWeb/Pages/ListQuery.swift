/// The query of a list, as in the page's URL.
public struct ListQuery: Hashable, Sendable {
    public enum Sort: String, CaseIterable, Sendable {
        case newest
        case priceUp = "price_asc"
        case priceDown = "price_desc"
    }

    /// The search text; empty for no search.
    public var text: String
    public var sort: Sort
    public var inStock: Bool
    /// The page number, from 1.
    public var page: Int
    /// The cursor of the page, if it was requested by cursor.
    public var cursor: String?

    public init(
        text: String = "",
        sort: Sort = .newest,
        inStock: Bool = false,
        page: Int = 1,
        cursor: String? = nil
    ) {
        self.text = text
        self.sort = sort
        self.inStock = inStock
        self.page = page
        self.cursor = cursor
    }

    /// Whether there is no search, sorting or filter. Such a list is paged by number.
    public var isPlain: Bool { text.isEmpty && sort == .newest && !inStock }
    public var isAtStart: Bool { page <= 1 && cursor == nil }

    /// The path and query of this list on the market's page, including the leading slash.
    public var address: String { Self.address("/", fields) }

    var fields: [(name: String, value: String)] {
        var fields: [(String, String)] = []
        if !text.isEmpty { fields.append(("q", text)) }
        if sort != .newest { fields.append(("sort", sort.rawValue)) }
        if inStock { fields.append(("in_stock", "1")) }
        if let cursor { fields.append(("cursor", cursor)) } else if page > 1 { fields.append(("page", String(page))) }
        return fields
    }

    static func address(_ path: String, _ fields: [(name: String, value: String)]) -> String {
        guard !fields.isEmpty else { return path }
        return path + "?" + fields.map { "\($0.name)=\(encoded($0.value))" }.joined(separator: "&")
    }

    /// Percent-encodes everything except unreserved characters (RFC 3986, section 2.3).
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
