import Foundation
import MarketCore
import MarketSecrets
import Testing

struct SigningKeyTests {
    private func withFile(_ test: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "key-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try test(folder.appending(path: "signing.key").path(percentEncoded: false))
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func theKeyStaysAndIsForItsOwnerOnly() throws {
        try withFile { path in
            let key = try SigningKeyFile.key(at: path)
            #expect(key.count == TicketSigner.keyByteCount)
            #expect(try mode(path) == 0o600)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            #expect(try SigningKeyFile.key(at: path) == key)
            #expect(try mode(path) == 0o600)
        }
    }

    @Test func aDamagedKeyIsReplaced() throws {
        try withFile { path in
            let key = try SigningKeyFile.key(at: path)
            try Data(key.prefix(7)).write(to: URL(filePath: path))
            let other = try SigningKeyFile.key(at: path)
            #expect(other != key)
            #expect(other.count == TicketSigner.keyByteCount)
            #expect(try SigningKeyFile.key(at: path) == other)
            #expect(try mode(path) == 0o600)
        }
    }

    @Test func aCodeIsOfItsMessageAndItsKey() {
        let signer = TicketSigner()
        let signature = signer.signature(for: [1, 2, 3])
        #expect(signer.isValidSignature(signature, for: [1, 2, 3]))
        #expect(!signer.isValidSignature(signature, for: [1, 2, 4]))
        #expect(!signer.isValidSignature(Array(signature.dropLast()), for: [1, 2, 3]))
        #expect(!signer.isValidSignature([], for: [1, 2, 3]))
        #expect(!TicketSigner().isValidSignature(signature, for: [1, 2, 3]))
    }
}
