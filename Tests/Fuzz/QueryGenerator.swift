/// Writes the queries of lists, with filters and cursors at and beyond their bounds.
enum QueryGenerator {
    static func write(into bytes: inout [UInt8], _ random: inout RandomSource) {
        bytes.removeAll(keepingCapacity: true)
        for (name, values) in parameters where !random.isOne(in: 3) {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
            bytes += name.utf8
            bytes.append(UInt8(ascii: "="))
            escape(random.choose(from: values), into: &bytes, &random)
        }
    }

    /// Queries whose parts are mixed with others.
    static let seeds = [
        "category=furniture&condition=new&handover=pickup&place=%EC%97%B0%EB%82%A8%EB%8F%99&free=1&sold=1",
        "price_min=1.2&price_max=12.345&price_currency=KWD&sort=price_asc&cursor=pKWD-KWD-y9-1",
        "sort=bumped&cursor=bkwq1abc-9&items_per_page=30&place=a+b",
    ].map { Seed(contentType: nil, bytes: Array($0.utf8)) }

    private static let parameters: [(name: String, values: [String])] = [
        ("category", ListingGenerator.choices), ("condition", ListingGenerator.choices),
        ("handover", ListingGenerator.choices), ("place", ListingGenerator.places),
        ("price_min", prices), ("price_max", prices), ("price_currency", ListingGenerator.currencies),
        ("free", flags), ("sold", flags), ("cursor", cursors),
    ]
    private static let prices =
        ListingGenerator.amounts + ["1,000원", "$19.99", "KWD 1.234", "1.2345", "10 USD", "１２０００", "5 XXX"]
    private static let flags = ["1", "true", "YES", "0", "", "maybe", "ﬁ"]
    private static let cursors = [
        "i1", "i0", "i-1", "i1y2p0ij32e8e7", "i1y2p0ij32e8e8", "b1-2", "b-1-2", "b1-2-3", "pKRW-KWD-y9-1",
        "pKWD-XXX-1-1", "pKRW-KRW-2gosa7pa2gv-1", "pKRW-KRW-2gosa7pa2gw-1", "pkrw-KRW-1-1", "I1", "", "x",
        "pKRW-KRW-+1-1",
    ]

    /// Escapes what a browser escapes, and sometimes everything or nothing.
    private static func escape(_ text: String, into bytes: inout [UInt8], _ random: inout RandomSource) {
        let manner = random.choose(8)
        for byte in text.utf8 {
            let isPlain = byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || byte > 0x2C && byte < 0x3A)
            if manner == 0 || (manner != 1 && isPlain) {
                bytes.append(byte)
            } else if manner == 2, byte == UInt8(ascii: " ") {
                bytes.append(UInt8(ascii: "+"))
            } else {
                let digits = Array("0123456789ABCDEF".utf8)
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
    }
}
