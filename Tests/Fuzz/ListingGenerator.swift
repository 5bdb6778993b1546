import MarketModels

/// Writes the JSON of listings whose values are at and beyond their bounds.
enum ListingGenerator {
    static func write(into bytes: inout [UInt8], _ random: inout RandomSource) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(UInt8(ascii: "{"))
        var isFirst = true
        for field in fields where !random.isOne(in: 5) {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            bytes.append(UInt8(ascii: "\""))
            bytes += random.choose(from: field.keys).utf8
            bytes += "\":".utf8
            write(random.isOne(in: 12) ? random.choose(from: Kind.allCases) : field.kind, into: &bytes, &random)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private enum Kind: CaseIterable {
        case text, secret, amount, currency, id, ids, state, day, anything
        case attribute(ListingField)

        static let allCases: [Kind] =
            [.text, .secret, .amount, .currency, .id, .ids, .state, .day, .anything]
            + ListingField.attributes.map { .attribute($0) }
    }

    private static let fields: [(keys: [String], kind: Kind)] =
        [
            (["name", "title"], .text), (["descriptions", "description"], .text), (["price"], .amount),
            (["currency"], .currency),
            (["discounted_price", "discountedPrice"], .amount), (["stock"], .amount),
            (["secret", "password"], .secret),
            (["contact"], .text), (["thumbnail_id", "thumbnailId"], .id), (["image_ids"], .ids), (["id"], .id),
            (["images", "images[]"], .anything), (["state"], .state), (["reserved_until"], .day), (["note"], .text),
        ] + ListingField.attributes.map { ([$0.key], .attribute($0)) }

    private static func write(_ field: ListingField, into bytes: inout [UInt8], _ random: inout RandomSource) {
        switch field.kind {
        case .choice(let choices): quote(choice(of: choices, &random), &bytes)
        case .category: quote(choice(of: ["furniture", "for-sale-2", ""], &random), &bytes)
        case .number(let bounds):
            let numbers = [bounds.lowerBound - 1, bounds.lowerBound, bounds.upperBound, bounds.upperBound + 1]
            random.isOne(in: 4)
                ? write(.amount, into: &bytes, &random)
                : bytes.append(contentsOf: String(random.choose(from: numbers)).utf8)
        default:
            random.isOne(in: 3) ? writeText(into: &bytes, &random) : quote(random.choose(from: places), &bytes)
        }
    }

    private static func write(_ kind: Kind, into bytes: inout [UInt8], _ random: inout RandomSource) {
        switch kind {
        case .text: writeText(into: &bytes, &random)
        case .secret: quote(random.choose(from: secrets), &bytes)
        case .amount, .id:
            let digits = String(random.next() >> UInt64(random.choose(64)))
            let number = random.isOne(in: 4) ? random.choose(from: amounts) : digits
            if random.isOne(in: 3) {
                quote(random.choose(from: ["", " ", "\u{3000}"]) + number, &bytes)
            } else {
                bytes += number.utf8
            }
        case .currency: quote(random.choose(from: currencies), &bytes)
        case .ids:
            bytes += "[1".utf8
            for _ in 1..<(random.isOne(in: 200) ? 998 + random.choose(5) : 1 + random.choose(6)) { bytes += ",2".utf8 }
            bytes.append(UInt8(ascii: "]"))
        case .attribute(let field): write(field, into: &bytes, &random)
        case .state: quote(random.choose(from: states), &bytes)
        case .day: quote(random.choose(from: days), &bytes)
        case .anything: bytes += random.choose(from: strangers).utf8
        }
    }

    /// Most choices are among the valid ones, so that most listings are not refused for this.
    private static func choice(of valid: [String], _ random: inout RandomSource) -> String {
        random.choose(from: random.isOne(in: 8) ? choices : valid)
    }

    private static func writeText(into bytes: inout [UInt8], _ random: inout RandomSource) {
        bytes.append(UInt8(ascii: "\""))
        for _ in 0..<(1 + random.choose(4)) {
            // Most texts are short; some reach the maximum length of a name, a run of marks or a description.
            let count =
                random.isOne(in: 12) ? random.choose(from: [14, 15, 16, 29, 30, 31, 60, 195, 198, 199, 200, 201]) : 1
            let repeated = random.isOne(in: 20_000) ? 9998 + random.choose(4) : count
            let scalar = random.choose(from: scalars)
            for _ in 0..<repeated { bytes += scalar.utf8 }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func quote(_ text: String, _ bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        bytes += text.utf8
        bytes.append(UInt8(ascii: "\""))
    }

    static let amounts = [
        "0", "-0", "-1", "+5", ".5", "5.", ".", "1e4", "1E-3", "1e400", "1e-400", "1e999999999999", "00012", "12.50",
        "19.99",
        "0.001", "9007199254740991", "9007199254740992", "90071992547409.91", "90071992547409.92",
        "9223372036854775807",
        "9223372036854775808", "18446744073709551616", "0.1234567890123456789", "999999999999999999", "1e18", "1e17",
        "100000000000000000000", "1e", "e1", "1.2.3", "--1", "Optional(90)", "nil", "NaN", "",
    ]
    static let currencies = [
        "KRW", "JPY", "KWD", "BHD", "XAF", "chf", "XXX", "XAU", "USD", "krw", " usd ", "WON", "EUR", "hkd", "SEK", "",
        "K\u{301}RW", "ﬁ", "ŉRW", "\\u004bRW",
    ]
    static let choices = [
        "furniture", "for-sale-2", "new", "like_new", "good", "fair", "for_parts", "pickup", "parcel", "both", "", " ",
        "New", "-", "가구", "e\u{301}", String(repeating: "a", count: 40), String(repeating: "a", count: 41),
        String(repeating: "\u{301}", count: 40),
    ]
    static let places = [
        "연남동", " 서울\u{3000}\t연남동 ", "", "\u{2028}", "\u{200B}", String(repeating: "가", count: 60),
        String(repeating: "가", count: 61), String(repeating: "\u{1112}\u{1161}\u{11AB}", count: 60),
        "a" + String(repeating: " ", count: 59) + "b",
    ]
    private static let states = ["open", "reserved", "sold", "hidden", "expired", "Open", "", "\\u0000"]
    private static let days = [
        "2026-11-30", "2024-02-29", "2023-02-29", "1970-01-01", "1969-12-31", "9999-12-31", "10000-01-01", "2026-1-1",
        "2026-11-31", "+026-01-01", "２０２６-01-01", "", "2026-11-30T00:00",
    ]
    private static let secrets = [1, 8, 127, 128, 129].map { String(repeating: "x", count: $0) }
    private static let strangers = [
        "null", "true", "[]", "{}", "[[1]]", "{\"name\":1}", "\"\\ud800\"", "\"\\u12\"", "[\"1\",2.0,null]", "-",
        "\"\"",
    ]
    /// Characters that compose, that decompose under normalization, joiners, white space, noncharacters, and ordinary
    /// characters.
    private static let scalars = [
        "a", "의", "\u{110B}\u{1174}", "\u{1100}", "\u{1161}", "\u{11A8}", "e\u{301}", "\u{301}", "\u{316}", "\u{344}",
        "\u{F73}", "\u{F81}",
        "\u{FB2C}", "\u{958}", "\u{1D160}", "\u{212B}", "\u{2126}", "\u{F900}", "\u{200D}", "👨‍👩‍👧", "🇰", "\u{FE0F}", " ",
        "\u{3000}", "\u{85}", "\u{2028}", "\n", "\r\n", "\u{FEFF}", "\u{FFFF}", "\u{10FFFF}", "\u{202E}", "\\u0000",
        "\\ud800", "\\ud83e\\ude91", "\\n", "\\/", "\\", "\u{0}", "\u{1F}", "\u{0F71}\u{0F72}", "\u{1E9B}\u{323}",
    ]
}
