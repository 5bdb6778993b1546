internal import Foundation
internal import MarketHashing
internal import MarketModels

/// The signature of a request, version 4: a hash of the request with a key that is derived from the secret one.
///
/// It signs the method, the path, the query, all given headers and the hash of the body, and is valid for some minutes.
struct SignatureV4: Sendable {
    /// The service in the scope of a signature.
    private static let service = "s3"
    private static let algorithm = "AWS4-HMAC-SHA256"

    let credentials: S3Credentials
    let region: String

    /// A request as it is signed.
    struct Request {
        let method: String
        /// The path, encoded.
        let path: String
        /// The parameters of the query, not encoded.
        let query: [(name: String, value: String)]
        /// The headers, with `host`; names in lower case.
        let headers: [(name: String, value: String)]
        /// The hash of the body, in hexadecimal digits.
        let bodyHash: String
    }

    /// Returns the value of the header `authorization`.
    ///
    /// - Parameter time: the time as in the header `x-amz-date`.
    func authorization(of request: Request, at time: String) -> String {
        let headers = request.headers.sorted { $0.name < $1.name }
        let names = headers.map(\.name).joined(separator: ";")
        let canonical = [
            request.method, request.path, Self.query(request.query),
            headers.map { "\($0.name):\($0.value)\n" }.joined(), names, request.bodyHash,
        ]
        .joined(separator: "\n")
        let day = String(time.prefix(8))
        let scope = "\(day)/\(region)/\(Self.service)/aws4_request"
        let text = [Self.algorithm, time, scope, SHA256.hash(Array(canonical.utf8)).hexDigits].joined(separator: "\n")
        let signature = SHA256.authenticationCode(of: Array(text.utf8), key: key(for: day)).hexDigits
        return "\(Self.algorithm) Credential=\(credentials.accessKey)/\(scope),SignedHeaders=\(names),"
            + "Signature=\(signature)"
    }

    /// Returns the parameters in the order and the form in which they are signed and sent.
    static func query(_ parameters: [(name: String, value: String)]) -> String {
        parameters.map { (S3Encoding.encode($0.name), S3Encoding.encode($0.value)) }
            .sorted { $0 < $1 }
            .map { "\($0.0)=\($0.1)" }
            .joined(separator: "&")
    }

    /// Returns a moment as the header `x-amz-date` has it: `20260131T235959Z`.
    static func time(_ moment: Timestamp) -> String {
        let date = moment.calendar
        return String(
            format: "%04d%02d%02dT%02d%02d%02dZ",
            date.year,
            date.month,
            date.day,
            date.hour,
            date.minute,
            date.second
        )
    }

    private func key(for day: String) -> [UInt8] {
        [day, region, Self.service, "aws4_request"]
            .reduce(Array("AWS4\(credentials.secretKey)".utf8)) { key, part in
                SHA256.authenticationCode(of: Array(part.utf8), key: key)
            }
    }
}
