/// Finds the phone numbers, mail addresses and https links in what a seller wrote as contact.
///
/// Anybody may write there, so whatever is not surely one of the three stays words: other schemes, user names in front
/// of a host, hosts that look like others, numbers that are part of something else.
public struct ContactReader {
    /// Something that was found, by its place among the scalars.
    struct Finding {
        let range: Range<Int>
        let kind: ContactPart.Kind
        let address: String
    }

    private let scalars: [Unicode.Scalar]
    private var findings: [Finding] = []
    /// Scalars that belong to a finding or to an address that is none of ours: nothing else is looked for in them.
    private var isTaken: [Bool]

    /// The parts of a contact, in their order. None is empty.
    public static func parts(of contact: String) -> [ContactPart] {
        var reader = ContactReader(contact)
        // Such characters show a text in another order than it is read in.
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

    /// Takes every word that has a scheme, whether it is a link or not: `http://bank.example/010-1234-5678` has no phone.
    private mutating func findLinks() {
        for word in words where WebLinkReader.hasScheme(scalars[word]) {
            for index in word { isTaken[index] = true }
            if let finding = WebLinkReader(scalars).link(in: word) { findings.append(finding) }
        }
    }

    private mutating func findMail() {
        let reader = MailAddressReader(scalars)
        for index in scalars.indices where scalars[index] == "@" && !isTaken[index] {
            if let finding = reader.address(around: index) { take(finding) }
        }
    }

    private mutating func findPhones() {
        let reader = PhoneNumberReader(scalars)
        var index = 0
        while index < scalars.count {
            if !isTaken[index], let finding = reader.number(at: index), !isTaken[finding.range].contains(true) {
                take(finding)
                index = finding.range.upperBound
            } else {
                index += 1
            }
        }
    }

    private mutating func take(_ finding: Finding) {
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
