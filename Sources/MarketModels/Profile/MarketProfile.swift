/// What makes a market its operator's own: name, logo, contact, color and pages.
public struct MarketProfile: Hashable, Sendable {
    /// The profile of a market whose operator has set nothing.
    public static let empty = MarketProfile()

    /// The values, as ``ProfileField/Kind/checked(_:)`` returns them.
    public let values: [ProfileKey: String]
    /// The keys whose values the operator's settings define.
    public let fixedKeys: Set<ProfileKey>
    /// The pages, published or not, in the order of their kinds and languages.
    public let pages: [MarketPage]
    /// The logo; nil for the usual icon.
    public let logo: MarketLogo?
    /// Whether the operator's settings define the logo.
    public let isLogoFixed: Bool
    /// The colors by the names of schemes. Finding a readable one takes as long as a part of a page.
    private let accents: [String: AccentColor]

    /// Creates a profile.
    public init(
        values: [ProfileKey: String] = [:],
        fixedKeys: Set<ProfileKey> = [],
        pages: [MarketPage] = [],
        logo: MarketLogo? = nil,
        isLogoFixed: Bool = false
    ) {
        self.logo = logo
        self.isLogoFixed = isLogoFixed
        self.values = values
        self.fixedKeys = fixedKeys
        self.pages = MarketPage.ID.allCases.compactMap { id in pages.first { $0.id == id } }
        func color(_ field: ProfileField) -> AccentColor? {
            ProfileKey(field).flatMap { values[$0] }.flatMap { AccentColor($0) }
        }
        var accents: [String: AccentColor] = [:]
        for scheme in [PageColors.light, .dark] {
            accents[scheme.name] = color(.accent)?.readable(on: scheme)
        }
        if let dark = color(.darkAccent) { accents[PageColors.dark.name] = dark }
        self.accents = accents
    }

    /// Returns the value of a field, or nil if the operator has set none.
    ///
    /// - Parameter language: The language of a field that is translated.
    public func value(of field: ProfileField, in language: Language? = nil) -> String? {
        ProfileKey(field, in: field.isTranslated ? language : nil).flatMap { values[$0] }
    }

    /// Returns the name of the market, in the other language if it has none in this one; nil if the operator has set none.
    public func name(in language: Language) -> String? { text(of: .name, in: language) }

    /// Returns the value of a field in a language, or in the first other one that has it; nil if none has.
    private func text(of field: ProfileField, in language: Language) -> String? {
        ([language] + Language.allCases).lazy.compactMap { value(of: field, in: $0) }.first
    }

    /// Where people reach the operator; nil if the operator has set nothing.
    public var contact: OperatorContact? { value(of: .contact).flatMap { OperatorContact($0) } }

    /// The currency that forms and filters begin with; nil for the first of the settings.
    public var currency: Currency? { value(of: .currency).flatMap { Currency(rawValue: $0) } }

    /// The policy that decides who may list, and who sees what is new.
    public enum Registration: String, CaseIterable, Sendable {
        /// Everyone may list. An unknown identifier creates a vendor.
        case open
        /// Only existing vendors may list.
        case closed
        /// Everyone may list, and what is new is only its seller's until an operator has approved it.
        case approved
    }

    /// Who may list; everyone, unless the operator has set something else.
    public var registration: Registration { value(of: .registration).flatMap { Registration(rawValue: $0) } ?? .open }

    /// Returns the operator's links for the end of pages, those of the other language if there are none in this one.
    public func links(in language: Language) -> [FooterLink] {
        (text(of: .links, in: language) ?? "").split(separator: "\n").compactMap { FooterLink(entry: String($0)) }
    }

    /// Returns the color of links and buttons on pages of a scheme; nil for the usual one.
    public func accent(on scheme: PageColors) -> AccentColor? { accents[scheme.name] }

    /// Returns a page, published or not.
    public func page(_ id: MarketPage.ID) -> MarketPage? { pages.first { $0.id == id } }

    /// Returns what people see of a page, in the other language if it isn't published in this one.
    public func published(_ kind: MarketPage.Kind, in language: Language) -> MarketPage? {
        let published = pages.filter { $0.id.kind == kind && $0.isPublished }
        return published.first { $0.id.language == language } ?? published.first
    }

    /// The kinds of pages that people see.
    public var publishedKinds: [MarketPage.Kind] {
        MarketPage.Kind.allCases.filter { kind in pages.contains { $0.id.kind == kind && $0.isPublished } }
    }
}

/// A page of the operator's in one language, such as the imprint.
public struct MarketPage: Hashable, Sendable {
    /// What a page is about. The raw values are in addresses.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case imprint, terms, privacy, safety
    }

    /// What identifies a page.
    public struct ID: Hashable, Sendable, CaseIterable {
        /// What the page is about.
        public let kind: Kind
        /// Its language.
        public let language: Language

        /// Creates the identity of a page.
        public init(_ kind: Kind, in language: Language) {
            self.kind = kind
            self.language = language
        }

        /// The name of the page in addresses of operators, and in the log: `imprint-ko`.
        public var name: String { "\(kind.rawValue)-\(language.rawValue)" }

        /// All pages that a market can have.
        public static let allCases = Kind.allCases.flatMap { kind in Language.allCases.map { ID(kind, in: $0) } }
    }

    /// The length of the text, in Unicode scalars.
    public static let length = 1...20_000

    /// What identifies the page.
    public let id: ID
    /// The text, in Markdown.
    public let text: String
    /// Whether people see the page.
    public let isPublished: Bool
    /// When the page was changed last.
    public let changedAt: Timestamp

    /// Creates a page from what is stored.
    public init(id: ID, text: String, isPublished: Bool, changedAt: Timestamp) {
        self.id = id
        self.text = text
        self.isPublished = isPublished
        self.changedAt = changedAt
    }

    /// Checks a text.
    ///
    /// - Returns: The text as it is stored; nil if it is empty, too long, or has a NUL character.
    public static func checked(_ given: String) -> String? {
        guard given.utf8.count <= length.upperBound * 4 else { return nil }
        let text = given.withoutControls(onOneLine: false).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        guard text.isVisible, text.unicodeScalars.count <= length.upperBound, !text.unicodeScalars.contains("\0") else {
            return nil
        }
        return text
    }

    /// What is still to be filled in: `[your name]`, also with brackets of the width of Korean letters, and one that isn't closed. The
    /// label of a link isn't a gap, and neither is what has a backslash before its bracket.
    public static func gaps(in text: String) -> [String] {
        let scalars = text.unicodeScalars
        var gaps: [String] = []
        var open: String.Index?
        func close(at end: String.Index) {
            guard let begin = open else { return }
            open = nil
            let gap = scalars[begin..<end]
            if gap.dropFirst().contains(where: { !"]］ \n".unicodeScalars.contains($0) }) { gaps.append(String(gap)) }
        }
        var isEscaped = false
        for index in scalars.indices {
            let isLiteral = isEscaped
            isEscaped = scalars[index] == "\\" && !isLiteral
            guard !isLiteral else { continue }
            switch scalars[index] {
            case "[", "［": open = index
            case "]", "］":
                let end = scalars.index(after: index)
                if isLabel(before: scalars[end...]) { open = nil } else { close(at: end) }
            // A gap doesn't go on in the next paragraph.
            case "\n" where scalars[index...].dropFirst().first == "\n": close(at: index)
            default: break
            }
        }
        close(at: scalars.endIndex)
        return gaps
    }

    /// Returns whether what is before the rest of a text is the label of a link: `[label](address)`, `[label][name]` or
    /// `[name]: address`.
    private static func isLabel(before rest: Substring.UnicodeScalarView) -> Bool {
        switch rest.first {
        case "(": rest.prefix { $0 != "\n" }.contains(")")
        case "[": rest.prefix { $0 != "\n" }.contains("]")
        case ":":
            ["http://", "https://", "mailto:", "tel:"].contains {
                String(rest.dropFirst().drop { $0 == " " || $0 == "<" }).lowercased().hasPrefix($0)
            }
        default: false
        }
    }
}
