public import Foundation

/// What an operator has set, in sources of descending precedence: flags, environment variables, a settings file.
///
/// A setting that one source has is not looked for in the next.
public struct SettingSources: Sendable {
    /// A value as its source has it; numbers and booleans are texts.
    public enum Value: Hashable, Sendable {
        case single(String)
        case list([String])

        /// The value as an environment variable has it: commas separate the entries of a list.
        public var text: String {
            switch self {
            case .single(let text): text
            case .list(let entries): entries.joined(separator: ",")
            }
        }

        var entries: [String] {
            switch self {
            case .single(let text): text.split(separator: ",").map(String.init)
            case .list(let entries): entries
            }
        }
    }

    public struct Source: Sendable, ExpressibleByDictionaryLiteral {
        enum Kind: Sendable {
            case flags, environment
            case file(path: String)
        }

        let kind: Kind
        /// The values by the names of their settings, such as `base-url`.
        var values: [String: Value]

        public var isEmpty: Bool { values.isEmpty }

        /// The values that flags have.
        public init(_ values: [String: Value]) {
            kind = .flags
            self.values = values
        }

        public init(dictionaryLiteral elements: (String, Value)...) {
            self.init(Dictionary(uniqueKeysWithValues: elements))
        }

        fileprivate init(_ kind: Kind, _ values: [String: Value]) {
            self.kind = kind
            self.values = values
        }
    }

    private let sources: [Source]

    public init(_ sources: [Source]) {
        self.sources = sources
    }

    subscript(name: String) -> Value? { sources.lazy.compactMap { $0.values[name] }.first }

    // MARK: Where a value is from

    /// The number of characters of a value that are shown.
    private static let shownCount = 200

    /// Returns a sentence about where a setting is from and what it is there; nil if no source has it.
    func whereabouts(of name: String) -> String? {
        guard let source = sources.first(where: { $0.values[name] != nil }), let value = source.values[name] else {
            return nil
        }
        let place =
            switch source.kind {
            case .flags: "--\(name)"
            case .environment: "The variable \(Self.variable(name))"
            case .file(let path): "The settings file \(path)"
            }
        if ServerSettings.all.contains(where: { $0.name == name && $0.isSecret }) { return "\(place) sets it." }
        return
            "\(place) has '\(value.text.prefix(Self.shownCount))'.\(isKubernetes(source, value) ? Self.kubernetes : "")"
    }

    private func isKubernetes(_ source: Source, _ value: Value) -> Bool {
        if case .environment = source.kind { Self.isServiceAddress(value.text) } else { false }
    }

    private static let kubernetes =
        " Kubernetes sets this for a service named openmarket: give the service another name, give --port, or set "
        + "enableServiceLinks: false."

    // MARK: Environment

    private static let prefix = "OPENMARKET_"

    static func variable(_ name: String) -> String {
        prefix + name.uppercased().replacing("-", with: "_")
    }

    /// Variables of commands other than `serve`, without the prefix.
    private static let othersVariables: Set<String> = ["SERVER", "IDENTITY"]

    /// Returns the settings that environment variables give: `OPENMARKET_BASE_URL` is `base-url`.
    ///
    /// - Throws: A ``ServerSettings/Problem`` about a variable that looks like a setting and is none. What Kubernetes sets for
    ///   services whose names begin with `openmarket` doesn't look like one.
    public static func environment(_ variables: [String: String]) throws(ServerSettings.Problem) -> Source {
        let known = Set(names.map(variable))
        for (variable, text) in variables.sorted(by: { $0.key < $1.key }) where variable.hasPrefix(prefix) {
            let rest = String(variable.dropFirst(prefix.count))
            if !known.contains(variable), !othersVariables.contains(rest), !isOfService(rest, text) {
                throw ServerSettings.Problem(
                    description:
                        "There's no setting for the variable \(variable), which has '\(text.prefix(shownCount))'."
                        + suggestion(for: variable, among: names.map(Self.variable))
                )
            }
        }
        return knownVariables(variables)
    }

    /// Returns the settings that environment variables give, for commands that leave others alone.
    public static func knownVariables(_ variables: [String: String]) -> Source {
        let pairs = names.compactMap { name in variables[variable(name)].map { (name, Value.single($0)) } }
        return Source(.environment, Dictionary(uniqueKeysWithValues: pairs))
    }

    /// Returns whether Kubernetes sets such a variable to lead to a service.
    private static func isOfService(_ name: String, _ text: String) -> Bool {
        name.wholeMatch(of: /(.+_)?SERVICE_(HOST|PORT(_.+)?)/) != nil
            || name.wholeMatch(of: /(.+_)?PORT_\d+_(TCP|UDP|SCTP)(_.+)?/) != nil
            || name.hasSuffix("_PORT") && isServiceAddress(text)
    }

    private static func isServiceAddress(_ text: String) -> Bool {
        text.prefixMatch(of: /(tcp|udp|sctp):\/\//) != nil
    }

    // MARK: File

    /// Parses a settings file: a JSON object with texts, numbers, booleans, and lists of them. A setting that is null is
    /// absent.
    ///
    /// - Parameter path: where the file is, for sentences.
    /// - Throws: A ``ServerSettings/Problem`` that names the setting that isn't one, or whose value is something else.
    public static func file(_ content: Data, path: String) throws(ServerSettings.Problem) -> Source {
        let found: [String: FileValue?]
        do {
            found = try JSONDecoder().decode([String: FileValue?].self, from: content)
        } catch {
            if let name = (error as? DecodingError)?.settingName {
                throw ServerSettings.Problem(
                    description: "'\(name)' must be a text, a number, true, false, or a list of these."
                )
            }
            let place = line(ofMistakeIn: content).map { ": there's a mistake in line \($0), or just before it" } ?? ""
            throw ServerSettings.Problem(description: "The settings file isn't a JSON object\(place).")
        }
        // A decoder silently takes one of the two.
        let texts = String(decoding: content, as: UTF8.self).matches(of: /"((?:[^"\\]|\\.)*)"(\s*:)?/)
        var seen: Set<Substring> = []
        if let repeated = texts.first(where: { $0.2 != nil && !seen.insert($0.1).inserted }) {
            throw ServerSettings.Problem(description: "The setting '\(repeated.1)' is there twice.")
        }
        if let unknown = found.keys.sorted().first(where: { !names.contains($0) }) {
            throw ServerSettings.Problem(
                description: "There's no setting '\(unknown)'.\(suggestion(for: unknown, among: names))"
            )
        }
        return Source(.file(path: path), found.compactMapValues { $0?.value })
    }

    /// Returns the line at which a text stops being JSON; nil if it ends too early, or is another value than an object.
    private static func line(ofMistakeIn content: Data) -> Int? {
        do {
            _ = try JSONSerialization.jsonObject(with: content)
            return nil
        } catch {
            // Only the text of this error says how many bytes precede.
            let text = (error as NSError).userInfo["NSDebugDescription"] as? String
            let byteCount = text?.firstMatch(of: /character (\d+)/).flatMap { Int($0.1) }
            return byteCount.map { count in 1 + content.prefix(count).count { $0 == UInt8(ascii: "\n") } }
        }
    }

    // MARK: Names

    private static let names = ServerSettings.all.map(\.name) + ServerSettings.removed.map(\.key)

    /// The number of letters that may be wrong, missing or too many in a name that is suggested; half of a short name at most.
    private static let typoCount = 3

    private static func suggestion(for name: String, among names: [String]) -> String {
        let nearest = names.min { distance(name, $0) < distance(name, $1) }
        guard let nearest, distance(name, nearest) <= min(typoCount, name.count / 2) else {
            return " 'openmarket serve --help' lists the settings."
        }
        return " Did you mean \(nearest)?"
    }

    /// Returns the number of characters to add, to leave out or to replace.
    private static func distance(_ one: String, _ other: String) -> Int {
        let other = Array(other.lowercased())
        var row = Array(0...other.count)
        for (index, character) in one.lowercased().enumerated() {
            var (diagonal, left) = (row[0], index + 1)
            row[0] = left
            for column in other.indices {
                left = min(left + 1, row[column + 1] + 1, diagonal + (character == other[column] ? 0 : 1))
                (diagonal, row[column + 1]) = (row[column + 1], left)
            }
        }
        return row[other.count]
    }

    private struct FileValue: Decodable {
        let value: Value

        init(from decoder: any Decoder) throws {
            let list = try? [Scalar](from: decoder)
            value = try list.map { .list($0.map(\.text)) } ?? .single(Scalar(from: decoder).text)
        }
    }

    private struct Scalar: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                text = String(flag)
            } else if let number = try? container.decode(Int.self) {
                text = String(number)
            } else if let number = try? container.decode(Double.self) {
                text = String(number)
            } else {
                text = try container.decode(String.self)
            }
        }
    }
}

extension DecodingError {
    /// The outermost key below which the error is; nil for the whole file.
    fileprivate var settingName: String? {
        switch self {
        case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
            .keyNotFound(_, let context):
            context.codingPath.first?.stringValue
        @unknown default: nil
        }
    }
}
