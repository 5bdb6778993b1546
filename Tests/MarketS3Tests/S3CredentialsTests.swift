import Foundation
import Testing

@testable import MarketS3

@Suite struct S3CredentialsTests {
    @Test func variablesHaveTheKeys() throws {
        let keys = try S3CredentialSource(environment: [
            "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "s", "AWS_SESSION_TOKEN": "t",
        ]).current
        #expect(keys == S3Credentials(accessKey: "a", secretKey: "s", sessionToken: "t"))
    }

    @Test func fileHasTheKeysOfEachProfile() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try """
        # Keys
        [default]
        aws_access_key_id = usual
        aws_secret_access_key = with = sign
        [market]
        aws_access_key_id=other
        aws_secret_access_key=secret
        aws_session_token=token
        """.write(toFile: path, atomically: true, encoding: .utf8)
        let usual = try S3CredentialSource(environment: ["AWS_SHARED_CREDENTIALS_FILE": path]).current
        #expect(usual == S3Credentials(accessKey: "usual", secretKey: "with = sign"))
        let other = try S3CredentialSource(environment: ["AWS_SHARED_CREDENTIALS_FILE": path, "AWS_PROFILE": "market"])
            .current
        #expect(other == S3Credentials(accessKey: "other", secretKey: "secret", sessionToken: "token"))
        #expect(throws: S3Credentials.Problem.self) {
            try S3CredentialSource(environment: ["AWS_SHARED_CREDENTIALS_FILE": path, "AWS_PROFILE": "none"])
        }
    }

    @Test(arguments: [
        [:], ["AWS_ACCESS_KEY_ID": "a"], ["AWS_SECRET_ACCESS_KEY": "s", "AWS_ACCESS_KEY_ID": ""],
    ])
    func missingKeysAreSaid(variables: [String: String]) {
        let nowhere = ["AWS_SHARED_CREDENTIALS_FILE": "/nonexistent"]
        #expect(throws: S3Credentials.Problem.self) {
            try S3CredentialSource(environment: variables.merging(nowhere) { own, _ in own })
        }
    }
}
