import MarketCore
import MarketSecrets
import Testing

struct Argon2PassphraseCipherTests {
    private let passphrase = "열려라 참깨 42"
    private let bytes = Array("a browser's identity".utf8)

    private func cipher() throws -> Argon2PassphraseCipher {
        Argon2PassphraseCipher(hasher: try Argon2SecretHasher(cost: .minimal), cost: .minimal)
    }

    @Test func onlyThePassphraseOpensWhatItHasSealed() async throws {
        let cipher = try cipher()
        let sealed = try await cipher.seal(bytes, with: passphrase)
        #expect(try await cipher.open(sealed, with: passphrase) == .opened(bytes))
        #expect(try await cipher.open(sealed, with: passphrase + "x") == .wrongPassphrase)
        #expect(try await cipher.open(sealed, with: "") == .wrongPassphrase)
        #expect(try await cipher.open(try await cipher.seal([], with: passphrase), with: passphrase) == .opened([]))
    }

    @Test func theSameBytesAreNeverSealedTheSameWay() async throws {
        let cipher = try cipher()
        let one = try await cipher.seal(bytes, with: passphrase)
        let other = try await cipher.seal(bytes, with: passphrase)
        #expect(one.dropFirst(5).prefix(16) != other.dropFirst(5).prefix(16))
        #expect(one.suffix(bytes.count + 16) != other.suffix(bytes.count + 16))
    }

    @Test func noByteCanBeChanged() async throws {
        let cipher = try cipher()
        let sealed = try await cipher.seal(bytes, with: passphrase)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            let outcome = try await cipher.open(changed, with: passphrase)
            #expect(outcome == .wrongPassphrase || outcome == .malformed, "\(index)")
        }
        for count in [0, 44, 60, sealed.count - 1] {
            #expect(try await cipher.open(Array(sealed.prefix(count)), with: passphrase) != .opened(bytes))
        }
    }

    @Test func aCostBeyondTheBoundsIsRefusedBeforeItIsPaid() async throws {
        let cipher = try cipher()
        let sealed = try await cipher.seal(bytes, with: passphrase)
        for cost in [
            [0, 0, 0, 0, 8], [11, 0, 0, 0, 8], [1, 0, 0, 0, 7], [1, 0, 0, 0x4C, 1], [255, 255, 255, 255, 255],
        ] as [[UInt8]] {
            #expect(try await cipher.open(cost + sealed.dropFirst(5), with: passphrase) == .malformed)
        }
    }

    @Test func filesOfAnotherCostAreStillOpened() async throws {
        let hasher = try Argon2SecretHasher(cost: .minimal)
        let other = Argon2PassphraseCipher(hasher: hasher, cost: Argon2Cost(passes: 3, memory: 64 << 10))
        let sealed = try await other.seal(bytes, with: passphrase)
        #expect(try await cipher().open(sealed, with: passphrase) == .opened(bytes))
    }

    @Test func theUsualCostIsAccepted() async throws {
        let cipher = Argon2PassphraseCipher(hasher: try Argon2SecretHasher(cost: .minimal))
        let sealed = try await cipher.seal(bytes, with: passphrase)
        #expect(Array(sealed.prefix(5)) == [6, 0, 0, 0x4C, 0])
        #expect(try await cipher.open(sealed, with: passphrase) == .opened(bytes))
    }
}
