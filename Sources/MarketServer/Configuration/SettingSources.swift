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
    }

    /// The values of one source, by the names of their settings, such as `base-url`.
    public typealias Source = [String: Value]

    private let sources: [Source]

    public init(_ sources: [Source]) {
        self.sources = sources
    }

    subscript(name: String) -> Value? { sources.lazy.compactMap { $0[name] }.first }

    /// Returns the settings that environment variables give: `OPENMARKET_BASE_URL` is `base-url`.
    public static func environment(_ variables: [String: String]) -> Source {
        var source: Source = [:]
        let names = ServerSettings.Key.allCases.map(\.rawValue) + ServerSettings.RemovedKey.allCases.map(\.rawValue)
        for name in names {
            let variable = "OPENMARKET_" + name.uppercased().replacing("-", with: "_")
            if let text = variables[variable] { source[name] = .single(text) }
        }
        return source
    }

    /// Parses a settings file: a JSON object with texts, numbers, booleans, and lists of them. A setting that is null is
    /// absent.
    ///
    /// - Throws: A ``ServerSettings/Problem`` that names the setting whose value is something else.
    public static func file(_ content: Data) throws(ServerSettings.Problem) -> Source {
        do {
            return try JSONDecoder().decode([String: FileValue?].self, from: content).compactMapValues { $0?.value }
        } catch {
            if let name = (error as? DecodingError)?.settingName {
                throw ServerSettings.Problem(
                    description: "'\(name)' must be a text, a number, true, false, or a list of these."
                )
            }
            throw ServerSettings.Problem(description: "The settings file isn't a JSON object.")
        }
    }

    private struct FileValue: Decodable {
        let value: Value

        init(from decoder: any Decoder) throws {
            if var list = try? decoder.unkeyedContainer() {
                var entries: [String] = []
                while !list.isAtEnd { entries.append(try list.decode(Scalar.self).text) }
                value = .list(entries)
            } else {
                value = .single(try Scalar(from: decoder).text)
            }
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
