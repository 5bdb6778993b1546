/// The number in a ``TypedAmount``, without its marks: `12,000`, `19.99`, `1만5천`, `1.5만`.
enum TypedNumber {
    /// The names of powers of ten, from the largest.
    private static let powers: [(name: Character, exponent: Int)] = [
        ("억", 8), ("만", 4), ("천", 3), ("백", 2), ("십", 1),
    ]

    private static var plain: Regex<(Substring, Substring, Substring?)> {
        #/([0-9]+|[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,3}(?:\x20[0-9]{3})+)(\.[0-9]+)?/#
    }
    private static var counted: Regex<(Substring, Substring, Substring, Substring)> {
        #/([0-9]+)\.([0-9]+)([천백십]?[억만]|[천백십])/#
    }
    private static var separated: Regex<Substring> { #/[0-9]+(?:[.,'’\x20]+[0-9]+)+[억만천백십]?/# }

    /// Returns the number as digits with an optional decimal point, or nil if its separators can be read in two ways.
    static func digits(of text: String) throws(ListingProblem.Reason) -> String? {
        if let (_, whole, fraction) = text.wholeMatch(of: plain)?.output {
            return whole.filter(\.isNumber) + (fraction ?? "")
        }
        let text = text.replacing(#/\x20*([억만천백십])\x20*/#) { $0.output.1 }
        if let (_, whole, fraction, names) = text.wholeMatch(of: counted)?.output {
            if TypedAmount.mayBeThousands("\(whole).\(fraction)") { return nil }
            let exponent = names.reduce(0) { sum, name in sum + (powers.first { $0.name == name }?.exponent ?? 0) }
            let moved = fraction.prefix(exponent)
            let zeros = String(repeating: "0", count: exponent - moved.count)
            let rest = fraction.dropFirst(exponent)
            return whole + moved + zeros + (rest.isEmpty ? "" : "." + rest)
        }
        if let sum = try sum(of: text[...], powers[...]) { return String(sum) }
        if text.wholeMatch(of: separated) == nil { throw .notANumber }
        return nil
    }

    /// Adds the terms of a number such as `1억2천만`, or returns nil if it isn't one.
    private static func sum(
        of text: Substring,
        _ powers: ArraySlice<(name: Character, exponent: Int)>
    ) throws(ListingProblem.Reason) -> Int64? {
        guard let (name, exponent) = powers.first else {
            guard let (_, whole, fraction) = text.wholeMatch(of: plain)?.output, fraction == nil else { return nil }
            guard let number = Int64(whole.filter(\.isNumber)) else { throw .tooLarge }
            return number
        }
        let smaller = powers.dropFirst()
        guard let end = text.firstIndex(of: name) else { return try sum(of: text, smaller) }
        let behind = text[text.index(after: end)...]
        let power = (0..<exponent).reduce(Int64(1)) { power, _ in power * 10 }
        guard let count = try sum(of: text[..<end], smaller),
            let rest = behind.isEmpty ? 0 : try sum(of: behind, smaller), rest < power
        else { return nil }
        let (product, overflow) = count.multipliedReportingOverflow(by: power)
        guard !overflow, product <= Int64.max - rest else { throw .tooLarge }
        return product + rest
    }
}
