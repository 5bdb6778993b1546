internal import Foundation

/// The certificates of authorities that are trusted instead of the system's, in PEM.
enum TrustedCertificates {
    /// The reason why there are none, for the end of a sentence.
    struct Problem: Error, CustomStringConvertible, Hashable, Sendable {
        let description: String
    }

    private static let begin = "-----BEGIN CERTIFICATE-----"
    private static let end = "-----END CERTIFICATE-----"

    /// Reads a file once, so that one that can't be used is noticed at the start and not with the first request.
    static func read(_ path: String) throws(Problem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Problem(description: "\(path): \(String(cString: strerror(errno)))")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let data = try? file.readToEnd() else { throw Problem(description: "\(path) is no file, or is empty") }
        let text = String(decoding: data, as: UTF8.self)
        let blocks = text.split(separator: begin, omittingEmptySubsequences: false).dropFirst()
        guard !blocks.isEmpty else { throw Problem(description: "\(path) has no certificate in PEM") }
        guard blocks.allSatisfy(isCertificate) else {
            throw Problem(description: "\(path) has a certificate that is damaged")
        }
        return Array(data)
    }

    /// Whether a text begins with what PEM has between its lines: a DER sequence in base64 (RFC 7468).
    private static func isCertificate(_ text: Substring) -> Bool {
        guard let end = text.firstRange(of: Self.end),
            let bytes = Data(base64Encoded: String(text[..<end.lowerBound]), options: .ignoreUnknownCharacters)
        else { return false }
        // Two bytes of length, as all that have between 256 and 65,535 bytes.
        guard bytes.count > 4, bytes[0] == 0x30, bytes[1] == 0x82 else { return false }
        return bytes.count == 4 + Int(bytes[2]) << 8 + Int(bytes[3])
    }
}
