/// A setting of the operator's, declared once (``ServerSettings/Declared``).
///
/// Its flag, its variable and its key in a settings file follow from its name. From the declaration follow what is read, what is
/// said of a bad value, `openmarket serve --help`, and the table in Documentation/Operating.md.
public struct Setting<Value: Sendable>: DeclaredSetting {
    public let name: String
    public let otherFlag: String?
    public let isSecret: Bool
    public let page: String?
    public let sentence: String
    /// The value if nobody sets it.
    public let usual: Value
    private let kind: SettingKind<Value>

    public var flag: SettingFlag { kind.flag }
    public var valueName: String { kind.valueName ?? name }
    public var allowed: String? { kind.allowed }
    public var usualText: String { kind.text(usual) }

    init(
        _ name: String,
        or otherFlag: String? = nil,
        _ kind: SettingKind<Value>,
        default usual: Value,
        isSecret: Bool = false,
        more page: String? = nil,
        sentence: () -> String
    ) {
        self.name = name
        self.otherFlag = otherFlag
        self.kind = kind
        self.usual = usual
        self.isSecret = isSecret
        self.page = page
        self.sentence = sentence()
    }

    /// Declares a setting that may have no value.
    ///
    /// - Parameter absence: what is said of no value.
    init<Wrapped>(
        _ name: String,
        optional kind: SettingKind<Wrapped>,
        without absence: String = "none",
        default usual: Wrapped? = nil,
        isSecret: Bool = false,
        more page: String? = nil,
        sentence: () -> String
    ) where Value == Wrapped? {
        let kind = SettingKind<Value>(
            flag: kind.flag,
            valueName: kind.valueName,
            takesEmptyList: kind.takesEmptyList,
            allowed: kind.allowed,
            text: { $0.map(kind.text) ?? absence }
        ) { given throws(BadSettingValue) in try kind.read(given) }
        self.init(name, kind, default: usual, isSecret: isSecret, more: page, sentence: sentence)
    }

    /// Returns what the sources say, or the usual value. An empty text says nothing.
    ///
    /// - Throws: A ``ServerSettings/Problem`` that names the setting, its value and the source that has it.
    public func value(in sources: SettingSources) throws(ServerSettings.Problem) -> Value {
        guard let given = sources[name], !given.text.isEmpty || given != .single("") && kind.takesEmptyList else {
            return usual
        }
        do throws(BadSettingValue) {
            return try kind.read(given)
        } catch {
            throw ServerSettings.Problem(name, error.rule, in: sources)
        }
    }

    public func anyValue(in sources: SettingSources) throws(ServerSettings.Problem) -> any Sendable {
        try value(in: sources)
    }
}

/// What is known of a setting whatever the type of its value.
public protocol DeclaredSetting: Sendable {
    /// The key in a settings file. The flag is `--name`, the variable `OPENMARKET_NAME`.
    var name: String { get }
    var flag: SettingFlag { get }
    /// Another name of the flag.
    var otherFlag: String? { get }
    /// What the flag's value is called.
    var valueName: String { get }
    /// What it takes, as the end of “must be”; nil for any text.
    var allowed: String? { get }
    /// Whether the value may contain a password, and isn't quoted therefore.
    var isSecret: Bool { get }
    /// The value if nobody sets it, or what happens then; empty if that goes without saying. Backticks enclose code.
    var usualText: String { get }
    /// What it does. Backticks enclose code.
    var sentence: String { get }
    /// The page of Documentation that says more, with its section.
    var page: String? { get }

    func anyValue(in sources: SettingSources) throws(ServerSettings.Problem) -> any Sendable
}

extension DeclaredSetting {
    public var variable: String { SettingSources.variable(name) }

    /// What `openmarket serve --help` says.
    public var help: String {
        let takes = flag == .toggle ? nil : allowed
        let usual = flag == .toggle || usualText.isEmpty ? nil : "default: \(usualText)"
        let facts = [takes, usual].compactMap(\.self).joined(separator: "; ")
        return (facts.isEmpty ? sentence : "\(sentence) (\(facts))").replacing("`", with: "")
    }
}

/// How the flag of a setting is given.
public enum SettingFlag: Sendable {
    case single
    /// With a value, any number of times.
    case repeated
    /// Without a value.
    case toggle
    /// Not at all: the setting has only a variable and a key.
    case none
}
