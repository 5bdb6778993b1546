/// Finds phone numbers: Korean numbers as they are dialled in Korea, and numbers of any country that begin with `+`.
struct PhoneNumberReader {
    /// The prefixes of Korean numbers after the 0: mobile, Seoul, provinces, internet, personal and toll-free numbers.
    static let prefixes: Set<String> = {
        let areas = [31...33, 41...44, 51...55, 61...64, 16...19].flatMap { $0.map(String.init) }
        let personal = (2...9).map { "50\($0)" }
        return Set(areas + personal + ["2", "10", "11", "60", "70", "80"])
    }()
    /// The prefixes of mobile numbers before all became 10, without the 0.
    static let oldMobilePrefixes: Set<String> = ["11", "16", "17", "18", "19"]
    private static let dashes: Set<Unicode.Scalar> = ["-", ".", "\u{2010}", "\u{2011}", "\u{2013}", "\u{B7}"]

    private let scalars: [Unicode.Scalar]

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    /// Returns the number that begins at an index, or nil if there is none.
    func number(at start: Int) -> ContactReader.Finding? {
        guard standsApart(before: start) else { return nil }
        let found: (end: Int, digits: String)?
        switch scalars[start] {
        case "0": found = domestic(at: start)
        case "(": found = domesticInBrackets(at: start)
        case "+": found = international(at: start + 1)
        default: return nil
        }
        guard let found, standsApart(after: found.end) else { return nil }
        return ContactReader.Finding(range: start..<found.end, kind: .phone, address: "tel:" + found.digits)
    }

    /// Returns the numbers, from front to back, that have nothing of what is taken.
    func numbers(besides isTaken: [Bool]) -> [ContactReader.Finding] {
        var findings: [ContactReader.Finding] = []
        var index = 0
        while index < scalars.count {
            if !isTaken[index], let finding = number(at: index), !isTaken[finding.range].contains(true) {
                findings.append(finding)
                index = finding.range.upperBound
            } else {
                index += 1
            }
        }
        return findings
    }

    // MARK: Korean numbers

    private func domestic(at start: Int) -> (end: Int, digits: String)? {
        subscriber(at: start + 1, isBracketed: false).map { ($0.end, "0" + $0.digits) }
    }

    /// `(02) 123-4567`
    private func domesticInBrackets(at start: Int) -> (end: Int, digits: String)? {
        guard scalar(start + 1) == "0" else { return nil }
        return subscriber(at: start + 2, isBracketed: true).map { ($0.end, "0" + $0.digits) }
    }

    /// Reads a prefix, three or four digits, and four digits, with or without separators.
    private func subscriber(at start: Int, isBracketed: Bool) -> (end: Int, digits: String)? {
        for length in [3, 2, 1] {
            guard let prefix = digits(at: start, length), Self.prefixes.contains(prefix) else { continue }
            var place = start + length
            if scalar(place) == ")" {
                place += 1
            } else if isBracketed {
                continue
            }
            place = behindSeparator(place)
            for middle in prefix == "10" ? [4] : [4, 3] {
                guard let first = digits(at: place, middle) else { continue }
                let rest = behindSeparator(place + middle)
                guard let last = digits(at: rest, 4), !isDigit(rest + 4) else { continue }
                return (rest + 4, prefix + first + last)
            }
        }
        return nil
    }

    /// Reads the number of an organization at the beginning, such as `1588-1234`. In the text of a listing it could be
    /// anything, so ``number(at:)`` doesn't find it.
    func representativeNumber() -> ContactReader.Finding? {
        guard let prefix = digits(at: 0, 4), ["15", "16", "18"].contains(prefix.prefix(2)) else { return nil }
        let rest = behindSeparator(4)
        guard let last = digits(at: rest, 4), !isDigit(rest + 4) else { return nil }
        return ContactReader.Finding(range: 0..<(rest + 4), kind: .phone, address: "tel:" + prefix + last)
    }

    // MARK: International numbers

    /// - Parameter start: The index after the `+`.
    private func international(at start: Int) -> (end: Int, digits: String)? {
        guard let first = digits(at: start, 1), first != "0" else { return nil }
        if digits(at: start, 2) == "82" { return korean(at: start + 2) }
        var number = ""
        var place = start
        while let length = groupLength(at: place), number.count + length <= 15,
            scalar(place + length)?.isASCIILetter != true
        {
            number += digits(at: place, length) ?? ""
            let end = place + length
            place = behindSeparator(end, takesBrackets: true)
            // After a complete number, a space ends it; the digits that follow are something else.
            let isWhole = number.count >= 11 && scalar(end) == " " || first == "1" && number.count == 11
            guard place > end, groupLength(at: place) != nil, !isWhole else { return whole(number, end, first) }
        }
        return nil
    }

    private func whole(_ number: String, _ end: Int, _ first: String) -> (end: Int, digits: String)? {
        let isWhole = first == "1" ? number.count == 11 : (8...15).contains(number.count)
        return isWhole ? (end, "+" + number) : nil
    }

    /// `+82 10-1234-5678`, also with the superfluous 0 before the area code.
    private func korean(at start: Int) -> (end: Int, digits: String)? {
        var place = behindSeparator(start)
        if scalars[place...].starts(with: "(0)".unicodeScalars) {
            place = behindSeparator(place + 3)
        } else if scalar(place) == "0" {
            place += 1
        }
        return subscriber(at: place, isBracketed: false).map { ($0.end, "+82" + $0.digits) }
    }

    // MARK: Scalars

    private func scalar(_ index: Int) -> Unicode.Scalar? { scalars.indices.contains(index) ? scalars[index] : nil }

    private func isDigit(_ index: Int) -> Bool { scalar(index)?.isASCIIDigit == true }

    private func digits(at start: Int, _ count: Int) -> String? {
        guard start + count <= scalars.count, scalars[start..<(start + count)].allSatisfy(\.isASCIIDigit)
        else { return nil }
        return String(String.UnicodeScalarView(scalars[start..<(start + count)]))
    }

    private func groupLength(at start: Int) -> Int? {
        guard isDigit(start) else { return nil }
        return (scalars[start...].firstIndex { !$0.isASCIIDigit } ?? scalars.count) - start
    }

    /// Returns the index after a separator: a dash or a dot, optionally with spaces around it, or a single space.
    private func behindSeparator(_ start: Int, takesBrackets: Bool = false) -> Int {
        var place = start
        func skip(_ fits: (Unicode.Scalar) -> Bool) {
            if let next = scalar(place), fits(next) { place += 1 }
        }
        if takesBrackets { skip { $0 == ")" } }
        skip { $0 == " " }
        skip(Self.dashes.contains)
        skip { $0 == " " }
        if takesBrackets { skip { $0 == "(" } }
        return isDigit(place) || scalar(place) == "(" ? place : start
    }

    /// Returns whether a number at `start` is separate from the text before it: not the end of a longer number, a price
    /// or a name.
    private func standsApart(before start: Int) -> Bool {
        guard start > 0 else { return true }
        let last = scalars[start - 1]
        if Self.dashes.contains(last) { return !isDigit(start - 2) }
        return last.isApart && !last.isCurrency
    }

    private func standsApart(after end: Int) -> Bool {
        guard let next = scalar(end) else { return true }
        if Self.dashes.contains(next) { return !isDigit(end + 1) }
        return next.isApart || next == "?"
    }
}
