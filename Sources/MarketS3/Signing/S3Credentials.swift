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

    /// Reads the keys from `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`, or else from the file
    /// `AWS_SHARED_CREDENTIALS_FILE`, `~/.aws/credentials` by default, in the section `AWS_PROFILE`, `default` by default.
    ///
    /// - Parameter variables: the environment variables.
    public init(environment variables: [String: String]) throws(Problem) {
        func variable(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
        switch (variable("AWS_ACCESS_KEY_ID"), variable("AWS_SECRET_ACCESS_KEY")) {
        case (let accessKey?, let secretKey?):
            self.init(accessKey: accessKey, secretKey: secretKey, sessionToken: variable("AWS_SESSION_TOKEN"))
            return
        case (nil, nil): break
        default:
            throw Problem(description: "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY go together. Set both or neither.")
        }
        let path =
            variable("AWS_SHARED_CREDENTIALS_FILE") ?? variable("HOME").map { "\($0)/.aws/credentials" } ?? ""
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw Problem(
                description: "The keys for S3 are missing. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or "
                    + "AWS_SHARED_CREDENTIALS_FILE to a file with them."
            )
        }
        let profile = variable("AWS_PROFILE") ?? "default"
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
