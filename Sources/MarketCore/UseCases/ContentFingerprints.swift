internal import Foundation
internal import MarketHashing
internal import MarketModels

/// A maker of fingerprints of requests with BLAKE2b, which reads the images on its own thread.
struct ContentFingerprints: Sendable {
    private static let digestByteCount = 32
    private static let pieceByteCount = 256 * 1024

    private let executor = BoundedExecutor(name: "fingerprints", width: 1)

    /// Computes the fingerprint of a request.
    ///
    /// - Parameters:
    ///   - texts: the request's fields, in order.
    ///   - images: the images as they were received.
    func fingerprint(
        of texts: [String],
        _ images: [UploadedImage]
    ) async throws(MarketError) -> RequestFingerprint {
        try await executor.run(waitingFor: "a fingerprint") {
            do {
                return try Self.fingerprint(of: texts, images)
            } catch {
                throw MarketError.unavailable(reason: "no fingerprint: \(error.explanation)")
            }
        }
    }

    /// Hashes each text and each image prefixed with its length, so that different requests can't produce the same
    /// input.
    private static func fingerprint(of texts: [String], _ images: [UploadedImage]) throws -> RequestFingerprint {
        var hash = BLAKE2b(byteCount: digestByteCount)
        for text in texts { hash.update(lengthPrefixed: text) }
        for image in images {
            let file = try FileHandle(forReadingFrom: URL(filePath: image.path))
            defer { try? file.close() }
            hash.update(Array("\(try file.seekToEnd()):".utf8))
            try file.seek(toOffset: 0)
            while let piece = try file.read(upToCount: pieceByteCount), !piece.isEmpty { hash.update(Array(piece)) }
        }
        return RequestFingerprint(rawValue: hash.finalize().hexDigits)
    }
}
