/// Finds the phone numbers, mail addresses and https links in a seller's contact.
///
/// The text is untrusted, so everything that is not clearly one of the three stays plain text: other schemes, user
/// names before a host, hosts that imitate others, and numbers that are part of something else.
public struct ContactReader {
    /// A match and its range of scalars.
    struct Finding {
        let range: Range<Int>
        let kind: ContactPart.Kind
        let address: String
    }

    private let scalars: [Unicode.Scalar]
    private var findings: [Finding] = []
    /// Whether a scalar belongs to a match or to a URL with another scheme. These scalars are not searched again.
    private var isTaken: [Bool]

    /// Returns the parts of a contact in order. None is empty.
    public static func parts(of contact: String) -> [ContactPart] {
        var reader = ContactReader(contact)
        // These characters display a text in another order than the one in which it is parsed.
        guard !contact.unicodeScalars.contains(where: \.isDirectionControl) else {
            return contact.isEmpty ? [] : [ContactPart(text: contact)]
        }
        reader.findLinks()
        reader.findMail()
        reader.findPhones()
        return reader.parts
    }

    private init(_ contact: String) {
        scalars = Array(contact.unicodeScalars)
        isTaken = Array(repeating: false, count: scalars.count)
    }

    /// Finds links, and excludes every word with a scheme from further search: `http://bank.example/010-1234-5678`
    /// contains no phone number.
    private mutating func findLinks() {
        for word in words where WebLinkReader.hasScheme(scalars[word]) {
            for index in word { isTaken[index] = true }
            if let finding = WebLinkReader(scalars).link(in: word) { findings.append(finding) }
        }
    }

    private mutating func findMail() {
        let reader = MailAddressReader(scalars)
        for index in scalars.indices where scalars[index] == "@" && !isTaken[index] {
            if let finding = reader.address(around: index) { add(finding) }
        }
    }

    private mutating func findPhones() {
        for finding in PhoneNumberReader(scalars).numbers(besides: isTaken) { add(finding) }
    }

    private mutating func add(_ finding: Finding) {
        for index in finding.range { isTaken[index] = true }
        findings.append(finding)
    }

    private var words: [Range<Int>] {
        scalars.indices.split { scalars[$0].properties.isWhitespace }.compactMap { word in
            word.first.map { $0..<word.endIndex }
        }
    }

    private var parts: [ContactPart] {
        var parts: [ContactPart] = []
        var place = 0
        func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
        for finding in findings.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            if place < finding.range.lowerBound {
                parts.append(ContactPart(text: text(place..<finding.range.lowerBound)))
            }
            parts.append(ContactPart(kind: finding.kind, text: text(finding.range), address: finding.address))
            place = finding.range.upperBound
        }
        if place < scalars.count { parts.append(ContactPart(text: text(place..<scalars.count))) }
        return parts
    }
}
