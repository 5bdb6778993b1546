import Foundation
import MarketCore
import TestClusters
import Testing

@testable import MarketS3

@Suite("Certificates of an object store", .timeLimit(.minutes(5)))
struct S3CertificateTests {
    @Test func ownAuthorityIsTrusted() async throws {
        let forwarder = try await TestTLSForwarder.shared()
        try await TestBucket.with { bucket in
            let location = try bucket.location(port: forwarder.port, authority: forwarder.authority)
            try await bucket.withClient(at: location) { client in
                let objects = S3Bucket(client: client)
                let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
                try await objects.put("x", bytes, mediaType: "image/jpeg")
                #expect(try await objects.object("x")?.bytes == bytes)
            }
        }
    }

    enum Refused: String, CaseIterable, Sendable {
        case forAnotherHost = "subject name"
        case expired = "certificate has expired"
        case byUnknownAuthority = "unable to get local issuer certificate"
    }

    @Test(arguments: Refused.allCases)
    func otherCertificatesAreRefusedWithTheReason(_ refused: Refused) async throws {
        let forwarder = try await TestTLSForwarder.shared()
        try await TestBucket.with { bucket in
            let location =
                switch refused {
                case .forAnotherHost: try bucket.location(port: forwarder.otherHostPort, authority: forwarder.authority)
                case .expired: try bucket.location(port: forwarder.expiredPort, authority: forwarder.authority)
                case .byUnknownAuthority: try bucket.location(port: forwarder.port, authority: nil)
                }
            let timeouts = RequestTimeouts(total: .seconds(60), body: .seconds(60), attempts: 1)
            try await bucket.withClient(at: location) { client in
                let error = await #expect(throws: S3Failure.self) {
                    try await client.send(S3Request(method: .get, timeouts: timeouts))
                }
                let text = error?.description ?? ""
                #expect(text.contains(refused.rawValue), "\(text)")
            }
        }
    }

    @Test func filesWithoutCertificatesAreRefused() async throws {
        let authority = try await TestTLSForwarder.shared().authority
        let whole = try String(contentsOfFile: authority, encoding: .utf8)
        #expect(try TrustedCertificates.read(authority) == Array(whole.utf8))
        let folder = FileManager.default.temporaryDirectory.appending(path: "market-ca-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/ca.pem"
        #expect(refusal(of: path) == "\(path): No such file or directory")
        #expect(refusal(of: folder) == "\(folder) is no file, or is empty")
        for (text, problem) in [
            ("", "is no file, or is empty"),
            ("no certificate", "has no certificate in PEM"),
            (whole.replacing("END", with: "DNE"), "has a certificate that is damaged"),
            (whole.replacing("MII", with: ""), "has a certificate that is damaged"),
        ] {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(refusal(of: path) == "\(path) \(problem)")
        }
    }

    /// Returns why a file with certificates can't be used.
    private func refusal(of path: String) -> String? {
        let problem = #expect(throws: TrustedCertificates.Problem.self) {
            try S3Client(
                location: S3Location(address: "s3://market?endpoint=https://127.0.0.1:9&ca=\(path)"),
                credentials: S3CredentialSource(S3Credentials(accessKey: "key", secretKey: "secret")),
                clock: SystemWallClock()
            )
        }
        return problem?.description
    }
}

extension TestBucket {
    /// Returns the location of the bucket behind TLS.
    ///
    /// - Parameter authority: the path of the certificate that is trusted; nil for the system's.
    fileprivate func location(port: Int, authority: String?) throws -> S3Location {
        let path = S3Encoding.encodePath(prefix)
        return try S3Location(
            address: "s3://\(name)/\(path)?endpoint=https://127.0.0.1:\(port)\(authority.map { "&ca=\($0)" } ?? "")"
        )
    }
}
