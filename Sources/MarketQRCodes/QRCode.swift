internal import CQREncode

/// A QR code (ISO/IEC 18004).
public struct QRCode: Sendable {
    /// How much of a code may be unreadable. More correction makes a code larger.
    public enum Correction: Sendable {
        /// 7 %, which is enough on a screen.
        case low
        /// 15 %, for paper, which gets wet and torn.
        case medium

        fileprivate var level: QRecLevel {
            switch self {
            case .low: QR_ECLEVEL_L
            case .medium: QR_ECLEVEL_M
            }
        }
    }

    /// The width of the light margin that readers need, in modules.
    static let quietZone = 4

    /// The number of modules on each side, without the margin.
    let side: Int
    private let modules: [Bool]

    /// Encodes a text as UTF-8. Returns nil if it is empty or doesn't fit: a code with low correction has room for 2953
    /// bytes, one with medium correction for 2331.
    public init?(_ text: String, correction: Correction = .low) {
        guard let code = QRcode_encodeString8bit(text, 0, correction.level) else { return nil }
        defer { QRcode_free(code) }
        side = Int(code.pointee.width)
        // The lowest bit of each byte is 1 for a dark module; the others have no meaning here.
        modules = UnsafeBufferPointer(start: code.pointee.data, count: side * side).map { $0 & 1 == 1 }
    }

    /// The number of modules on each side with the margin. It is the number of columns of ``lines``, and the width of
    /// ``path``.
    public var width: Int { side + 2 * Self.quietZone }

    /// Returns whether a module is dark. Everything outside of the code is light.
    ///
    /// - Parameters:
    ///   - row: The row from 0, with the margin.
    ///   - column: The column from 0, with the margin.
    func isDark(_ row: Int, _ column: Int) -> Bool {
        let (row, column) = (row - Self.quietZone, column - Self.quietZone)
        guard 0..<side ~= row, 0..<side ~= column else { return false }
        return modules[row * side + column]
    }
}
