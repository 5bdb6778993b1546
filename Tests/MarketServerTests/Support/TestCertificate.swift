import Foundation
import Logging

@testable import MarketServer

/// Runs a test with files of a certificate for localhost that only tests trust. It is valid for a hundred years.
func withCertificate<Value: Sendable>(_ test: (CertificateFiles) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "certificate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let chain = folder.appending(path: "chain.pem")
    let key = folder.appending(path: "key.pem")
    try Data(TestCertificate.chain.utf8).write(to: chain)
    try Data(TestCertificate.key.utf8).write(to: key)
    let settings = ServerSettings.TLS(
        certificatePath: chain.path(percentEncoded: false),
        keyPath: key.path(percentEncoded: false)
    )
    return try await test(try CertificateFiles(settings, logger: Logger(label: "test")))
}

private enum TestCertificate {
    static let chain = """
        -----BEGIN CERTIFICATE-----
        MIIBmzCCAUGgAwIBAgIUWWPHFDV3Uxpym7LOtjV53MDvXnwwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE2NTQwNFoYDzIxMjYxMDI5
        MTY1NDA0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAASAnR63kd+FnWK4dZ1wM52qSg8M03Ehn1yxlXMfut2XMbD5M/iPI7DL
        WSm6zoEfUL7NCX8P2d1MQB39+eYb25mWo28wbTAdBgNVHQ4EFgQUth+dwQ5wW73T
        KF+q178jI4JgX/owHwYDVR0jBBgwFoAUth+dwQ5wW73TKF+q178jI4JgX/owDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3QwCgYIKoZI
        zj0EAwIDSAAwRQIhAO/9F7hp+Ooix+Vsgbj+70zVVAWAx6rrzTljj+4an6JjAiB+
        QltziSEbyIV8nMyCKQlgIuvpiY9gNcyXShRafhMFQQ==
        -----END CERTIFICATE-----
        """

    static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg7YWgAyAQibnmJrvx
        PG0qOUadR8xzcy9OL1Qvxrz+yXWhRANCAASAnR63kd+FnWK4dZ1wM52qSg8M03Eh
        n1yxlXMfut2XMbD5M/iPI7DLWSm6zoEfUL7NCX8P2d1MQB39+eYb25mW
        -----END PRIVATE KEY-----
        """
}
