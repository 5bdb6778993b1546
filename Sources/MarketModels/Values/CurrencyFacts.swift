/// The currencies that people pay with, as ISO 4217 defines them. Funds, metals and codes for tests are left out.
struct CurrencyFacts: Sendable {
    /// The code of three letters.
    let code: String
    /// The numeric code, below 1000.
    let numericCode: Int64
    /// The number of decimal digits of the minor unit.
    let exponent: Int
    /// Ten to the power of the exponent.
    let minorUnitsPerUnit: Int64

    private init(_ code: String, _ numericCode: Int64, exponent: Int) {
        self.code = code
        self.numericCode = numericCode
        self.exponent = exponent
        minorUnitsPerUnit = (0..<exponent).reduce(1) { power, _ in power * 10 }
    }

    private static let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")

    /// Returns the number of a code of three letters, below 26 × 26 × 26; nil for another text.
    static func number(ofUnknown code: String) -> Int? {
        guard code.utf8.count == 3, code.utf8.allSatisfy(letters.contains) else { return nil }
        return code.utf8.reduce(0) { $0 * letters.count + Int($1 - letters.lowerBound) }
    }

    /// Creates what is assumed of a currency by the number of its code: no currency has more digits after the point.
    init(unknown number: Int) {
        let places = [number / (Self.letters.count * Self.letters.count), number / Self.letters.count, number]
        let letters = places.map { Self.letters.lowerBound + UInt8($0 % Self.letters.count) }
        // 999 is no currency's.
        self.init(String(decoding: letters, as: UTF8.self), 999, exponent: 3)
    }

    /// The usual ones first, then the others by their codes.
    static let all: [CurrencyFacts] = usual + others.sorted { $0.code < $1.code }

    static let usual = [
        CurrencyFacts("KRW", 410, exponent: 0), CurrencyFacts("USD", 840, exponent: 2),
        CurrencyFacts("JPY", 392, exponent: 0), CurrencyFacts("EUR", 978, exponent: 2),
        CurrencyFacts("GBP", 826, exponent: 2), CurrencyFacts("CNY", 156, exponent: 2),
        CurrencyFacts("HKD", 344, exponent: 2),
    ]

    private static let others: [CurrencyFacts] =
        facts(withoutMinorUnits, exponent: 0) + facts(withHundredths, exponent: 2) + facts(withThousandths, exponent: 3)

    private static func facts(_ codes: [(String, Int64)], exponent: Int) -> [CurrencyFacts] {
        codes.map { CurrencyFacts($0.0, $0.1, exponent: exponent) }
    }

    private static let withoutMinorUnits: [(String, Int64)] = [
        ("BIF", 108), ("CLP", 152), ("DJF", 262), ("GNF", 324), ("ISK", 352), ("KMF", 174), ("PYG", 600),
        ("RWF", 646), ("UGX", 800), ("VND", 704), ("VUV", 548), ("XAF", 950), ("XOF", 952), ("XPF", 953),
    ]

    private static let withThousandths: [(String, Int64)] = [
        ("BHD", 48), ("IQD", 368), ("JOD", 400), ("KWD", 414), ("LYD", 434), ("OMR", 512), ("TND", 788),
    ]

    private static let withHundredths: [(String, Int64)] = [
        ("AED", 784), ("AFN", 971), ("ALL", 8), ("AMD", 51), ("AOA", 973), ("ARS", 32), ("AUD", 36), ("AWG", 533),
        ("AZN", 944), ("BAM", 977), ("BBD", 52), ("BDT", 50), ("BMD", 60), ("BND", 96), ("BOB", 68), ("BRL", 986),
        ("BSD", 44), ("BTN", 64), ("BWP", 72), ("BYN", 933), ("BZD", 84), ("CAD", 124), ("CDF", 976), ("CHF", 756),
        ("COP", 170), ("CRC", 188), ("CUP", 192), ("CVE", 132), ("CZK", 203), ("DKK", 208), ("DOP", 214), ("DZD", 12),
        ("EGP", 818), ("ERN", 232), ("ETB", 230), ("FJD", 242), ("FKP", 238), ("GEL", 981), ("GHS", 936),
        ("GIP", 292), ("GMD", 270), ("GTQ", 320), ("GYD", 328), ("HNL", 340), ("HTG", 332), ("HUF", 348),
        ("IDR", 360), ("ILS", 376), ("INR", 356), ("IRR", 364), ("JMD", 388), ("KES", 404), ("KGS", 417),
        ("KHR", 116), ("KPW", 408), ("KYD", 136), ("KZT", 398), ("LAK", 418), ("LBP", 422), ("LKR", 144),
        ("LRD", 430), ("LSL", 426), ("MAD", 504), ("MDL", 498), ("MGA", 969), ("MKD", 807), ("MMK", 104),
        ("MNT", 496), ("MOP", 446), ("MRU", 929), ("MUR", 480), ("MVR", 462), ("MWK", 454), ("MXN", 484),
        ("MYR", 458), ("MZN", 943), ("NAD", 516), ("NGN", 566), ("NIO", 558), ("NOK", 578), ("NPR", 524),
        ("NZD", 554), ("PAB", 590), ("PEN", 604), ("PGK", 598), ("PHP", 608), ("PKR", 586), ("PLN", 985),
        ("QAR", 634), ("RON", 946), ("RSD", 941), ("RUB", 643), ("SAR", 682), ("SBD", 90), ("SCR", 690), ("SDG", 938),
        ("SEK", 752), ("SGD", 702), ("SHP", 654), ("SLE", 925), ("SOS", 706), ("SRD", 968), ("SSP", 728),
        ("STN", 930), ("SVC", 222), ("SYP", 760), ("SZL", 748), ("THB", 764), ("TJS", 972), ("TMT", 934),
        ("TOP", 776), ("TRY", 949), ("TTD", 780), ("TWD", 901), ("TZS", 834), ("UAH", 980), ("UYU", 858),
        ("UZS", 860), ("VED", 926), ("VES", 928), ("WST", 882), ("XCD", 951), ("XCG", 532), ("YER", 886),
        ("ZAR", 710), ("ZMW", 967), ("ZWG", 924),
    ]
}
