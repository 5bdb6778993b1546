import Foundation

/// Why a value of the market's own is refused.
public enum ProfileProblem: Error, Hashable, Sendable {
    /// The text is empty or too long.
    case length(ClosedRange<Int>)
    /// The text could be taken for another one, or disturbs what is around it: it has invisible characters, such as those that
    /// change its direction, or piles of marks.
    case deceptive
    /// It is neither a mail address, a phone number nor an https link.
    case noContact
    /// It has more than the contact, such as opening hours or a second number.
    case moreThanContact(String)
    /// It is none of the codes of ``Language``.
    case noLanguage
    /// It is none of ``MarketProfile/Registration``.
    case noRegistration
    /// It isn't a code of ISO 4217.
    case noCurrency
    /// It isn't a color such as `#0b57d0`.
    case noColor
    /// The color has too little contrast on pages of a scheme. The other one is the nearest that can be read.
    case lowContrast(PageColors, nearest: AccentColor)
    /// It isn't a label and an https link.
    case noLink(String)
    /// There are more links than the field takes.
    case tooManyLinks(maximum: Int)
}

extension ProfileField.Kind {
    /// Checks a value as the operator has typed it.
    ///
    /// - Returns: The value as it is stored.
    public func checked(_ given: String) throws(ProfileProblem) -> String {
        switch self {
        case .line(let length): try Self.line(given, length)
        case .contact:
            if let contact = OperatorContact(given.onOneLine.withEncodedPath) {
                contact.text
            } else if let part = OperatorContact.part(of: given.onOneLine) {
                throw .moreThanContact(part)
            } else {
                throw .noContact
            }
        case .language:
            if let language = Language(rawValue: given.lowercased()) { language.rawValue } else { throw .noLanguage }
        case .registration:
            if let registration = MarketProfile.Registration(rawValue: given.onOneLine.lowercased()) {
                registration.rawValue
            } else {
                throw .noRegistration
            }
        case .currency:
            if let currency = Currency(rawValue: given.onOneLine.uppercased()) {
                currency.rawValue
            } else {
                throw .noCurrency
            }
        case .accent(let scheme): try Self.accent(given, on: scheme)
        case .links(let maximumCount): try Self.links(given, maximumCount)
        }
    }

    private static func line(_ given: String, _ length: ClosedRange<Int>) throws(ProfileProblem) -> String {
        // As in `ListingReview`, a much longer text isn't composed.
        guard given.utf8.count <= length.upperBound * 16 else { throw .length(length) }
        let text = given.precomposedStringWithCanonicalMapping.onOneLine
        guard !text.isDeceptive, !text.hasPileOfMarks, !text.unicodeScalars.contains("\0") else { throw .deceptive }
        guard text.isVisible, length.contains(text.unicodeScalars.count) else { throw .length(length) }
        return text
    }

    private static func accent(_ given: String, on scheme: PageColors) throws(ProfileProblem) -> String {
        guard let color = AccentColor(given.onOneLine) else { throw .noColor }
        guard color.isReadable(on: scheme) else { throw .lowContrast(scheme, nearest: color.readable(on: scheme)) }
        return color.text
    }

    private static func links(_ given: String, _ maximumCount: Int) throws(ProfileProblem) -> String {
        var links: [String] = []
        for entry in given.split(whereSeparator: \.isNewline) where !entry.allSatisfy(\.isWhitespace) {
            guard let link = FooterLink(entry: String(entry)) else { throw .noLink(String(entry.prefix(100))) }
            links.append(link.entry)
        }
        guard links.count <= maximumCount else { throw .tooManyLinks(maximum: maximumCount) }
        guard !links.isEmpty else { throw .noLink("") }
        return links.joined(separator: "\n")
    }
}

extension ProfileField.Kind {
    /// What a value is, as the end of “must be”.
    public var allowed: String {
        switch self {
        case .line(let length): "a text of \(length.lowerBound) to \(length.upperBound) characters"
        case .contact:
            "a mail address, a phone number or an https link, such as help@market.example, +41 44 668 18 00 or https://market.example/help"
        case .language: Language.codes
        case .registration:
            MarketProfile.Registration.allCases.map(\.rawValue).joined(separator: " or ")
        case .currency: "a code of ISO 4217 such as KRW or CHF"
        case .accent: "a color such as #0b57d0"
        case .links: "links such as FAQ=https://market.example/faq"
        }
    }
}

extension ProfileProblem: CustomStringConvertible {
    /// What is wrong, as the end of a sentence about the value.
    public var description: String {
        switch self {
        case .length(let length): "must be \(ProfileField.Kind.line(length: length).allowed)"
        case .deceptive: "must be a text without invisible characters and piles of marks"
        case .noContact: "must be \(ProfileField.Kind.contact.allowed)"
        case .moreThanContact(let part): "must be the contact alone, '\(part)', without more text"
        case .noLanguage: "must be \(ProfileField.Kind.language.allowed)"
        case .noRegistration: "must be \(ProfileField.Kind.registration.allowed)"
        case .noCurrency: "must be \(ProfileField.Kind.currency.allowed)"
        case .noColor: "must be \(ProfileField.Kind.accent(.light).allowed)"
        case .lowContrast(let scheme, let nearest):
            "must have a contrast of 4.5:1 on \(scheme.name) pages; the nearest color that has it is \(nearest.text)"
        case .noLink(let entry):
            "must be \(ProfileField.Kind.links(maximumCount: 0).allowed)\(entry.isEmpty ? "" : "; '\(entry)' isn't one")"
        case .tooManyLinks(let maximum): "must be at most \(maximum) links"
        }
    }
}

extension String {
    /// The text, whose letters in the path of an https link are encoded as browsers send them: `https://blog.example/도움말`
    /// has them from where people copy it.
    fileprivate var withEncodedPath: String {
        guard lowercased().hasPrefix("https://"), let slash = dropFirst(8).firstIndex(of: "/") else { return self }
        let path = self[slash...].precomposedStringWithCanonicalMapping.unicodeScalars.map { scalar in
            guard !scalar.isASCII, scalar.properties.isAlphabetic else { return String(scalar) }
            return String(scalar).addingPercentEncoding(withAllowedCharacters: []) ?? ""
        }
        return self[..<slash] + path.joined()
    }

    /// The number of combining marks that a character may carry. Vietnamese, Hebrew and Thai need three.
    private static let maximumMarkCount = 4

    /// Whether a character carries so many combining marks that they reach into other lines.
    fileprivate var hasPileOfMarks: Bool {
        var count = 0
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark: count += 1
            default: count = 0
            }
            if count > Self.maximumMarkCount { return true }
        }
        return false
    }
}

/// Where people reach the operator: a mail address, a phone number, or an https link.
public struct OperatorContact: Hashable, Sendable {
    /// The contact as people read it: `help@market.example`.
    public let text: String
    /// The address of a link to it: `mailto:help@market.example`.
    public let address: String
    /// Whether it is a phone number, which pages show, since not every device can call.
    public let isPhone: Bool

    /// Reads a contact. Full-width characters count as the ordinary ones. Returns nil if the whole text isn't a contact.
    public init?(_ text: String) {
        for text in [text, text.precomposedStringWithCompatibilityMapping] {
            guard (1...200).contains(text.utf8.count) else { continue }
            let scalars = Array(text.unicodeScalars)
            let phone = PhoneNumberReader(scalars)
            let finding =
                scalars.firstIndex(of: "@").flatMap { MailAddressReader(scalars).address(around: $0) }
                ?? WebLinkReader(scalars).link(in: scalars.indices)
                ?? phone.number(at: 0) ?? phone.representativeNumber()
            guard let finding, finding.range == scalars.indices else { continue }
            self.text = text
            address = finding.address
            isPhone = finding.kind == .phone
            return
        }
        return nil
    }

    /// Returns the first contact in a text that has more than that; nil if there is none.
    static func part(of text: String) -> String? {
        guard text.utf8.count <= 1000 else { return nil }
        let text = text.precomposedStringWithCompatibilityMapping
        if let part = ContactReader.parts(of: text).first(where: { $0.kind != .text }) { return part.text }
        let scalars = Array(text.unicodeScalars)
        return PhoneNumberReader(scalars).representativeNumber().map {
            String(String.UnicodeScalarView(scalars[$0.range]))
        }
    }
}

/// A link of the operator's at the end of pages.
public struct FooterLink: Hashable, Sendable {
    /// The label as people read it.
    public let label: String
    /// The address, which begins with `https://`.
    public let address: String

    /// Reads a label and an address: `FAQ=https://market.example/faq`. Returns nil if the text isn't that.
    init?(entry: String) {
        let sides = entry.split(separator: "=", maxSplits: 1).map(\.onOneLine)
        guard sides.count == 2, let contact = OperatorContact(sides[1].withEncodedPath),
            contact.address == contact.text,
            let label = try? ProfileField.Kind.line(length: 1...40).checked(sides[0])
        else { return nil }
        self.label = label
        address = contact.address
    }

    var entry: String { "\(label)=\(address)" }
}
