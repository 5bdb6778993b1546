internal import Foundation

/// The keys that sign requests.
public struct S3Credentials: Hashable, Sendable {
    /// The reason why there are no keys, as a sentence for the operator.
    public struct Problem: Error, CustomStringConvertible, Hashable, Sendable {
        public let description: String
    }

    public let accessKey: String
    public let secretKey: String
    /// The token of temporary keys.
    public let sessionToken: String?

    public init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
    }

    /// Reads the keys from a section of a file.
    init(file path: String, profile: String) throws(Problem) {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw Problem(
                description: "The keys for S3 are missing. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or "
                    + "AWS_SHARED_CREDENTIALS_FILE to a file with them."
            )
        }
        let values = Self.section(profile, of: text)
        guard let accessKey = values["aws_access_key_id"], let secretKey = values["aws_secret_access_key"] else {
            throw Problem(
                description: "\(path) has no aws_access_key_id and aws_secret_access_key in its section [\(profile)]."
            )
        }
        self.init(accessKey: accessKey, secretKey: secretKey, sessionToken: values["aws_session_token"])
    }

    private static func section(_ name: String, of text: String) -> [String: String] {
        var values: [String: String] = [:]
        var isInside = false
        for line in text.split(whereSeparator: \.isNewline).map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if line.hasPrefix("["), line.hasSuffix("]") {
                isInside = line.dropFirst().dropLast().trimmingCharacters(in: .whitespaces) == name
            } else if isInside, !line.hasPrefix("#"), let sign = line.firstIndex(of: "=") {
                let value = line[line.index(after: sign)...].trimmingCharacters(in: .whitespaces)
                values[line[..<sign].trimmingCharacters(in: .whitespaces).lowercased()] = value
            }
        }
        return values
    }
}
