/// Where the images of a market are in an object store: `s3://bucket/prefix?endpoint=…&region=…`.
///
/// The address has no secrets. Its parameters:
/// - `endpoint`: the address of the store, such as `https://objects.example:9000`; Amazon's by default.
/// - `region`: the region in signatures; `us-east-1` by default.
/// - `style`: whether the bucket is in the `path` (`https://objects.example/bucket/key`, the default with `endpoint`) or
///   in the `host` (`https://bucket.objects.example/key`, the default without).
/// - `ca`: the path of a PEM file with the certificates that are trusted, instead of the system's.
public struct S3Location: Hashable, Sendable {
    /// The reason why an address can't be used, as a sentence for the operator.
    public struct Problem: Error, CustomStringConvertible, Hashable, Sendable {
        public let description: String
    }

    /// Where requests name the bucket.
    public enum Style: String, Hashable, Sendable {
        case path, host
    }

    public let bucket: String
    /// What all keys begin with: empty, or a path that ends with a slash.
    public let prefix: String
    public let endpoint: S3Endpoint
    public let region: String
    public let style: Style
    /// The path of a PEM file with the trusted certificates; nil for the system's.
    public let certificatePath: String?

    private static let scheme = "s3://"
    private static let form = "must look like s3://bucket/prefix?endpoint=https://objects.example&region=us-east-1"

    /// Returns whether a text is meant to be such an address.
    public static func isAddress(_ text: String) -> Bool { text.lowercased().hasPrefix(scheme) }

    public init(address: String) throws(Problem) {
        guard Self.isAddress(address) else { throw Problem(description: "The address of images \(Self.form).") }
        let parts = address.dropFirst(Self.scheme.count).split(
            separator: "?",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        let place = parts[0].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        bucket = String(place[0])
        guard bucket.wholeMatch(of: /[A-Za-z0-9._-]{3,63}/) != nil else {
            throw Problem(
                description: "The address of images \(Self.form); '\(bucket)' can't be the name of a bucket."
            )
        }
        guard let path = S3Encoding.decode(place.count > 1 ? place[1] : "") else {
            throw Problem(description: "The address of images \(Self.form); its path isn't encoded UTF-8.")
        }
        prefix = path.split(separator: "/").map { "\($0)/" }.joined()
        var parameters = try Self.parameters(parts.count > 1 ? parts[1] : "")
        let region = parameters.removeValue(forKey: "region") ?? "us-east-1"
        let style = parameters.removeValue(forKey: "style")
        certificatePath = parameters.removeValue(forKey: "ca")
        if let text = parameters.removeValue(forKey: "endpoint") {
            guard let endpoint = S3Endpoint(text) else {
                throw Problem(
                    description: "'endpoint' in the address of images must look like https://objects.example:9000; "
                        + "'\(text)' doesn't."
                )
            }
            self.endpoint = endpoint
            self.style = try style.map(Self.style) ?? .path
        } else {
            endpoint = S3Endpoint(isSecure: true, host: "s3.\(region).amazonaws.com", port: 443)
            self.style = try style.map(Self.style) ?? .host
        }
        self.region = region
        guard let unknown = parameters.keys.min() else { return }
        throw Problem(
            description: "The address of images has the parameters endpoint, region, style and ca; "
                + "'\(unknown)' is unknown. Keys belong into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
        )
    }

    /// The place for messages: the bucket, the prefix and the store.
    public var name: String { "s3://\(bucket)/\(prefix.dropLast()) at \(endpoint.authority)" }

    /// Returns whether both are the same place in a bucket, however it is reached.
    public func isSamePlace(as other: S3Location) -> Bool {
        (bucket, prefix, endpoint) == (other.bucket, other.prefix, other.endpoint)
    }

    /// The value of the header `host`.
    var host: String { style == .path ? endpoint.authority : "\(bucket).\(endpoint.authority)" }

    /// Returns the encoded path of an object; for an empty key that of the bucket.
    func path(of key: String) -> String {
        let path = S3Encoding.encodePath(key)
        return style == .path ? "/\(bucket)\(key.isEmpty ? "" : "/")\(path)" : "/\(path)"
    }

    /// Returns the address of a path with an encoded query.
    func url(_ path: String, _ query: String) -> String {
        "\(endpoint.isSecure ? "https" : "http")://\(host)\(path)\(query.isEmpty ? "" : "?")\(query)"
    }

    private static func parameters(_ query: Substring) throws(Problem) -> [String: String] {
        var parameters: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, let name = S3Encoding.decode(sides[0]), let value = S3Encoding.decode(sides[1]),
                !value.isEmpty
            else { throw Problem(description: "The address of images \(Self.form); '\(pair)' isn't a parameter.") }
            parameters[name] = value
        }
        return parameters
    }

    private static func style(_ text: String) throws(Problem) -> Style {
        guard let style = Style(rawValue: text) else {
            throw Problem(description: "'style' in the address of images must be path or host, not '\(text)'.")
        }
        return style
    }
}
