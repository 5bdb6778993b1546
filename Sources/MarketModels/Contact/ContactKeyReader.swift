/// Finds the phone numbers, mail addresses and links in a text, however they are written.
///
/// ``ContactReader`` finds what is safe to tap. This one finds what is meant, because somebody whose number is blocked writes it
/// in another way: with other digits, anything between them, letters behind them, or without a scheme.
struct ContactKeyReader {
    /// The digits after the prefix of a Korean number.
    private static let subscriberLengths = [8, 7]

    private let scalars: [Unicode.Scalar]
    private var isTaken: [Bool]
    private var findings: [(place: Int, key: String)] = []

    /// Returns the keys in the order of the text, without repetitions. It takes as long as the text is.
    static func keys(in text: String) -> [ContactKey] {
        var reader = ContactKeyReader(text)
        reader.findMail()
        reader.findLinks()
        reader.findPhones()
        reader.findDigits()
        var known: Set<String> = []
        return reader.findings.sorted { $0.place < $1.place }.map(\.key).filter { known.insert($0).inserted }
            .map { ContactKey(rawValue: $0) }
    }

    /// Returns a text without invisible characters, with the narrow forms of wide ones, which Korean keyboards type, too, and with
    /// ASCII digits and letters instead of those of other scripts, in circles, or in the styles of mathematics: `①`, `𝟎`, `𝐤`.
    static func plain(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.compactMap { scalar in
            guard !scalar.isASCII else { return scalar }
            switch scalar.value {
            case 0xFF01...0xFF5E: return Unicode.Scalar(scalar.value - 0xFEE0)
            case 0x3000: return " "
            case styledLetters:
                let letter = (scalar.value - styledLetters.lowerBound) % 52
                return Unicode.Scalar(letter < 26 ? 0x41 + letter : 0x61 + letter - 26)
            default: break
            }
            let properties = scalar.properties
            if [.decimal, .digit].contains(properties.numericType), let value = properties.numericValue, value < 10 {
                return Unicode.Scalar(UInt8(0x30 + Int(value)))
            }
            return properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format ? nil : scalar
        }
    }

    /// The letters A to Z and a to z in 13 styles.
    private static let styledLetters: ClosedRange<UInt32> = 0x1D400...0x1D6A3

    private init(_ text: String) {
        scalars = Self.plain(text)
        isTaken = Array(repeating: false, count: scalars.count)
    }

    private mutating func add(_ key: String, at range: Range<Int>) {
        for index in range { isTaken[index] = true }
        findings.append((range.lowerBound, key))
    }

    private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

    // MARK: Mail addresses

    /// What follows a plus leads to the same mailbox.
    private mutating func findMail() {
        let reader = MailAddressReader(scalars)
        for at in scalars.indices where scalars[at] == "@" && !isTaken[at] {
            guard let finding = reader.address(around: at) else { continue }
            let local = text(finding.range.lowerBound..<at).prefix { $0 != "+" }
            let host = text(at..<finding.range.upperBound)
            add("mailto:\(local)\(host)".asciiLowercased, at: finding.range)
            // Browsers take what is before the at sign for a name and open the page.
            let end = finding.range.upperBound
            let path = path(at: end).text
            if !path.isEmpty { findings.append((end, Self.link(host: host.dropFirst(), path: path))) }
        }
    }

    // MARK: Links

    private mutating func findLinks() {
        var place = 0
        while place < scalars.count {
            guard isHost(place) else {
                place += 1
                continue
            }
            let start = place
            while place < scalars.count, isHost(place) { place += 1 }
            var end = place
            while end > start, [".", "-"].contains(scalars[end - 1]) { end -= 1 }
            guard start == 0 || scalars[start - 1] != "@", HostName.isPlain(scalars[start..<end]) else { continue }
            // A host may end with a dot, and a sentence after one ends with another.
            let (path, pathEnd) = path(at: place - end == 1 && scalars[end] == "." && hasPath(at: place) ? place : end)
            add(Self.link(host: text(start..<end), path: path), at: start..<pathEnd)
            place = max(place, pathEnd)
        }
    }

    private static func link(host: some StringProtocol, path: String) -> String {
        let host = String(host).asciiLowercased
        return "https://\(host.hasPrefix("www.") ? String(host.dropFirst(4)) : host)\(path)"
    }

    private func hasPath(at index: Int) -> Bool {
        index < scalars.count && ["/", ":", "?", "#"].contains(scalars[index])
    }

    /// Returns what tells a page of a host from others: neither a port, a fragment nor a slash that is one too many, no characters
    /// that are written as codes without need, and a query only of what is a program: `/o/kim`, `/profile.php?id=7`.
    private func path(at hostEnd: Int) -> (text: String, end: Int) {
        var start = hostEnd
        if start < scalars.count, scalars[start] == ":" {
            let digits = scalars[(start + 1)...].prefix(5).prefix { $0.isASCIIDigit }.count
            if digits > 0 { start += 1 + digits }
        }
        guard start < scalars.count, ["/", "?", "#"].contains(scalars[start]) else { return ("", start) }
        var end = start
        while end < scalars.count, !isTaken[end], scalars[end].isOfURI { end += 1 }
        while end > start, scalars[end - 1].endsSentence || [")", "]"].contains(scalars[end - 1]) { end -= 1 }
        let address = text(start..<end).prefix { $0 != "#" }
        let segments = Self.decoded(address.prefix { $0 != "?" }).split(separator: "/").filter { $0 != "." }
        let isProgram = segments.last?.contains(".") == true
        let path = segments.map { "/\($0)" }.joined() + (isProgram ? address.drop { $0 != "?" } : "")
        return (path.asciiLowercased, max(end, start))
    }

    /// Returns a path with the letters and digits that are written as codes in it, such as `%41`.
    private static func decoded(_ path: Substring) -> String {
        var parts = path.split(separator: "%", omittingEmptySubsequences: false)
        for index in parts.indices.dropFirst() {
            if let code = UInt8(parts[index].prefix(2), radix: 16), parts[index].first?.isHexDigit == true,
                Unicode.Scalar(code).isASCIILetter || Unicode.Scalar(code).isASCIIDigit
            {
                parts[index] = "\(Unicode.Scalar(code))\(parts[index].dropFirst(2))"
            } else {
                parts[index] = "%\(parts[index])"
            }
        }
        return parts.joined()
    }

    private func isHost(_ index: Int) -> Bool {
        let scalar = scalars[index]
        return !isTaken[index]
            && (scalar.isASCIILetter || scalar.isASCIIDigit || scalar == "." || scalar == "-")
    }

    // MARK: Phone numbers

    private mutating func findPhones() {
        let korean = "tel:+82"
        for finding in PhoneNumberReader(scalars).numbers(besides: isTaken) {
            let address = finding.address
            add(address.hasPrefix(korean) ? "tel:0\(address.dropFirst(korean.count))" : address, at: finding.range)
        }
    }

    /// Finds Korean numbers in what has no letters, whatever is between the digits.
    private mutating func findDigits() {
        let runs = scalars.indices.split { isTaken[$0] || scalars[$0].properties.isAlphabetic }
        for run in runs {
            let digits = String(String.UnicodeScalarView(run.map { scalars[$0] }.filter(\.isASCIIDigit)))
            for number in Self.numbers(in: Array(digits.utf8)) { findings.append((run.startIndex, "tel:\(number)")) }
            findCompanyNumbers(in: run)
        }
    }

    /// Finds Korean numbers without an area: four digits, of which the first two say so, and four more, with nothing or one character
    /// between.
    private mutating func findCompanyNumbers(in run: Range<Int>) {
        let groups = run.split { !scalars[$0].isASCIIDigit }
        for (index, group) in groups.enumerated() {
            var number = text(group)
            if group.count == 4, index + 1 < groups.count, groups[index + 1].lowerBound == group.upperBound + 1 {
                number += text(groups[index + 1])
            }
            if number.utf8.count == 8, ["15", "16", "18"].contains(where: number.hasPrefix) {
                findings.append((group.lowerBound, "tel:\(number)"))
            }
        }
    }

    private static func numbers(in digits: [UInt8]) -> [String] {
        var numbers: [String] = []
        var rest = digits[...]
        while rest.count > 9 {
            if let mobile = mobile(at: rest) {
                numbers.append("0" + mobile.number)
                rest = rest.dropFirst(mobile.length)
            } else {
                rest = rest.dropFirst()
            }
        }
        if numbers.isEmpty, let number = whole(digits[...]) { numbers.append(number) }
        return numbers
    }

    /// Returns the mobile number at the beginning without its 0: `010…`, or `8210…` as from abroad.
    private static func mobile(at digits: ArraySlice<UInt8>) -> (number: String, length: Int)? {
        for start in ["0", "82"] where digits.starts(with: start.utf8) {
            let national = digits.dropFirst(start.utf8.count)
            let prefix = String(decoding: national.prefix(2), as: UTF8.self)
            guard prefix == "10" || PhoneNumberReader.oldMobilePrefixes.contains(prefix) else { continue }
            let lengths = prefix == "10" ? [8] : national.count == 9 ? [7] : Self.subscriberLengths
            for length in lengths where national.count >= 2 + length {
                let number = String(decoding: national.prefix(2 + length), as: UTF8.self)
                return (number, start.utf8.count + 2 + length)
            }
        }
        return nil
    }

    /// Returns the number that all digits are.
    private static func whole(_ digits: ArraySlice<UInt8>) -> String? {
        let starts = ["00820", "0082", "820", "82", "0"]
        guard let start = starts.first(where: { digits.starts(with: $0.utf8) }) else { return nil }
        let national = digits.dropFirst(start.utf8.count)
        let isNumber = subscriberLengths.contains { length in
            PhoneNumberReader.prefixes.contains(String(decoding: national.dropLast(length), as: UTF8.self))
        }
        return isNumber ? "0" + String(decoding: national, as: UTF8.self) : nil
    }
}

extension String {
    /// The text with the letters A to Z in lower case, as databases compare it, and others as they are.
    package var asciiLowercased: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { $0.value >= 65 && $0.value <= 90 ? Unicode.Scalar(UInt8($0.value) + 32) : $0 }
            )
        )
    }
}
