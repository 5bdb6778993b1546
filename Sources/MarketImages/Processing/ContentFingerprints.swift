public import MarketCore
internal import MarketHashing
internal import MarketModels

/// A maker of request fingerprints with BLAKE2b, which reads the images on its own thread.
public struct ContentFingerprints: FingerprintMaker {
    private static let digestByteCount = 32
    private static let pieceByteCount = 256 * 1024

    private let executor = BoundedExecutor(name: "fingerprints", width: 1)

    public init() {}

    public func fingerprint(
        of texts: [String],
        _ images: [UploadedImage]
    ) async throws(MarketError) -> RequestFingerprint {
        let outcome: Result<RequestFingerprint, MarketError>
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

    /// Hashes each text and each image prefixed with its length, so that different requests can't produce the same
    /// input.
    private static func fingerprint(
        of texts: [String],
        _ images: [UploadedImage]
    ) throws(ImageError) -> RequestFingerprint {
        var hash = BLAKE2b(byteCount: digestByteCount)
        for text in texts { hash.update(lengthPrefixed: text) }
        for image in images {
            let file = try UploadFile(path: image.path)
            hash.update(Array("\(file.byteCount):".utf8))
            for offset in stride(from: 0, to: file.byteCount, by: pieceByteCount) {
                hash.update(try file.read(pieceByteCount, at: offset))
            }
        }
        return RequestFingerprint(rawValue: hash.finalize().hexDigits)
    }
}
