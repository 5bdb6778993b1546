/// A value of the market's own, such as its name, declared once.
///
/// From the declaration follow its key in both stores, its name for `openmarket market`, its setting, and what is said of a bad
/// value. To add one, declare it here and in ``allCases``, and show it.
public struct ProfileField: Hashable, Sendable {
    /// What a field contains.
    public enum Kind: Hashable, Sendable {
        /// Text on one line; its length in Unicode scalars after composition (NFC).
        case line(length: ClosedRange<Int>)
        /// A mail address, a phone number, or an https link.
        case contact
        /// The code of a ``Language``.
        case language
        /// A code of ISO 4217.
        case currency
        /// A color that can be read on the pages of a scheme (``AccentColor``).
        case accent(PageColors)
        /// One of ``MarketProfile/Registration``.
        case registration
        /// At most so many links, each with a label: `FAQ=https://market.example/faq`.
        case links(maximumCount: Int)
    }

    /// The name for commands, with which its keys and settings begin.
    public let name: String
    /// What the field contains, with its bounds.
    public let kind: Kind
    /// Whether it has a value in each language.
    public let isTranslated: Bool
    /// What it is and where it is shown, as a sentence for the operator.
    public let sentence: String

    private init(_ name: String, _ kind: Kind, isTranslated: Bool = false, _ sentence: String) {
        self.name = name
        self.kind = kind
        self.isTranslated = isTranslated
        self.sentence = sentence
    }

    /// The name of the market.
    public static let name = ProfileField(
        "name",
        .line(length: 1...40),
        isTranslated: true,
        "The name of the market, in headers, titles, feeds, link previews and the installed app."
    )
    /// What the market is, in a sentence.
    public static let tagline = ProfileField(
        "tagline",
        .line(length: 1...70),
        isTranslated: true,
        "A sentence about the market, at the end of pages and in search results."
    )
    /// Where people reach the operator.
    public static let contact = ProfileField(
        "contact",
        .contact,
        "Where people reach the operator, at the end of pages and wherever they are told to ask."
    )
    /// The language of pages for clients that name none.
    public static let language = ProfileField(
        "language",
        .language,
        "The language of pages for those who ask for none, such as crawlers and messengers."
    )
    /// The currency of forms and filters, unless somebody chooses another one.
    public static let currency = ProfileField(
        "currency",
        .currency,
        "The currency that forms and filters begin with, such as CHF; products can be listed in it, too."
    )
    /// The color of links and buttons on light pages.
    public static let accent = ProfileField(
        "accent",
        .accent(.light),
        "The color of links and buttons, such as `#0b57d0`. Dark pages get the nearest one that can be read there."
    )
    /// The color of links and buttons on dark pages.
    public static let darkAccent = ProfileField(
        "accent-dark",
        .accent(.dark),
        "Another color of links and buttons for dark pages."
    )
    /// The operator's links at the end of pages.
    public static let links = ProfileField(
        "links",
        .links(maximumCount: 6),
        isTranslated: true,
        "Links at the end of pages, such as `FAQ=https://market.example/faq`."
    )

    /// Who can list.
    public static let registration = ProfileField(
        "registration",
        .registration,
        """
        Who can list products: everyone, with `closed` only existing vendors, or with `approved` everyone, and an operator \
        approves each new listing before others see it.
        """
    )

    /// All fields, in the order in which they are listed.
    public static let allCases = [name, tagline, contact, language, currency, accent, darkAccent, links, registration]
}

/// The key of a value of the market's own: a field, and a language if the field is translated.
public struct ProfileKey: Hashable, Sendable {
    /// The field.
    public let field: ProfileField
    /// The language; nil for a field that isn't translated.
    public let language: Language?

    private init(_ field: ProfileField, _ language: Language?) {
        self.field = field
        self.language = language
    }

    /// Returns the key of a field; nil if the language is missing or too much.
    public init?(_ field: ProfileField, in language: Language? = nil) {
        guard field.isTranslated == (language != nil) else { return nil }
        self.init(field, language)
    }
}

extension ProfileKey {
    /// What the value is and where it is shown, as sentences for the operator.
    public var sentence: String {
        language.map { "In \($0.englishName): \(field.sentence)" } ?? field.sentence
    }
}

extension ProfileKey: RawRepresentable, CaseIterable {
    /// All keys, in the order of their fields.
    public static let allCases = ProfileField.allCases.flatMap { field in
        field.isTranslated ? Language.allCases.map { ProfileKey(field, $0) } : [ProfileKey(field, nil)]
    }

    /// The key as stores have it: `name.ko`.
    public var rawValue: String { [field.name, language?.rawValue].compactMap(\.self).joined(separator: ".") }

    /// Returns the key with a name, or nil if there is none.
    public init?(rawValue: String) {
        guard let key = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = key
    }
}
