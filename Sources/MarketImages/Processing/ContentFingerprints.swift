internal import CSodium
public import MarketCore

/// Takes fingerprints of requests with BLAKE2b, reading their images on a thread of its own.
public struct ContentFingerprints: FingerprintMaker {
    private static let digestByteCount = 32
    private static let pieceByteCount = 256 * 1024

    private let executor = BoundedExecutor(name: "fingerprints", width: 1)

    public init() {
        // Safe at any time and on any thread; the hash itself needs nothing of it where it fails.
        _ = sodium_init()
    }

    public func fingerprint(
        of texts: [String],
        _ images: [UploadedImage]
    ) async throws(StoreError) -> RequestFingerprint {
        let outcome: Result<RequestFingerprint, StoreError>
        do {
            outcome = try await executor.run {
                do throws(ImageError) {
                    return .success(try Self.fingerprint(of: texts, images))
                } catch {
                    return .failure(.unavailable(reason: "no fingerprint: \(error)"))
                }
            }
        } catch {
            throw .unavailable(reason: "no fingerprint: \(error)")
        }
        return try outcome.get()
    }

    /// Each text and each image with its length in front, so that nothing can pass for something else.
    private static func fingerprint(
        of texts: [String],
        _ images: [UploadedImage]
    ) throws(ImageError) -> RequestFingerprint {
        // The state's type is not imported: it asks for an alignment that Swift does not know.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: crypto_generichash_statebytes(), alignment: 64)
        defer { memory.deallocate() }
        let state = OpaquePointer(memory)
        crypto_generichash_init(state, nil, 0, digestByteCount)
        func take(_ bytes: [UInt8]) { crypto_generichash_update(state, bytes, UInt64(bytes.count)) }
        for text in texts { take(Array("\(text.utf8.count):\(text)".utf8)) }
        for image in images {
            let file = try UploadFile(path: image.path)
            take(Array("\(file.byteCount):".utf8))
            for offset in stride(from: 0, to: file.byteCount, by: pieceByteCount) {
                take(try file.read(pieceByteCount, at: offset))
            }
        }
        var digest = [UInt8](repeating: 0, count: digestByteCount)
        crypto_generichash_final(state, &digest, digest.count)
        let digits = digest.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        return RequestFingerprint(rawValue: digits.joined())
    }
}
