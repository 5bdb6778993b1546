import MarketModels

/// The query of a list, as in the page's URL.
struct ListQuery: Hashable, Sendable {
    /// The search text; empty for no search.
    var text = ""
    var sort = ProductQuery.Sort.newest
    var inStock = false
    /// What the list is narrowed to. The category is in the path, everything else in the query.
    var filter: AttributeFilter = .none
    /// The prices that were typed and aren't amounts, by their parameters, with the currency that was chosen for them. The list
    /// isn't narrowed by them, and its panel shows them again.
    var unreadable: [AttributeFilter.Parameter: String] = [:]
    /// The page number, from 1.
    var page = 1
    /// The cursor of the page, if it was requested by cursor.
    var cursor: String? = nil

    /// Whether there is no search, sorting or filter. Such a list is paged by number.
    var isPlain: Bool {
        text.isEmpty && sort == .newest && !inStock && filter.isEmpty && unreadable.isEmpty
    }
    var isAtStart: Bool { page <= 1 && cursor == nil }

    /// The path and query of this list on the market's page, including the leading slash.
    var address: String { Self.address(root, fields) }

    /// The path of the list: that of the market, or of a category.
    var root: String { filter.category.map { Self.address(ofCategory: $0) } ?? "/" }

    /// The path of a category.
    static func address(ofCategory slug: String) -> String { "/c/\(slug)" }

    /// This list from its start.
    var start: ListQuery { ListQuery(text: text, sort: sort, inStock: inStock, filter: filter) }

    var fields: [(name: String, value: String)] {
        var fields: [(String, String)] = []
        if !text.isEmpty { fields.append(("q", text)) }
        if sort != .newest { fields.append(("sort", sort.rawValue)) }
        if inStock { fields.append(("in_stock", "1")) }
        for (parameter, value) in filter.parameters where parameter != .category {
            fields.append((parameter.rawValue, value))
        }
        for parameter in AttributeFilter.Parameter.allCases {
            guard let typed = unreadable[parameter], !fields.contains(where: { $0.0 == parameter.rawValue }) else {
                continue
            }
            fields.append((parameter.rawValue, typed))
        }
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
