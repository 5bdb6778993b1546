import CQREncode

/// A QR code (ISO/IEC 18004) with the lowest level of error correction, which is enough on a screen and makes the code
/// small.
struct QRCode {
    /// The width of the light margin that readers need, in modules.
    static let quietZone = 4

    /// The number of modules on each side, without the margin.
    let side: Int
    private let modules: [Bool]

    /// Encodes a text as UTF-8. Returns nil if it is empty or doesn't fit: a code has room for 2953 bytes.
    init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
        defer { QRcode_free(code) }
        side = Int(code.pointee.width)
        // The lowest bit of each byte is 1 for a dark module; the others have no meaning here.
        modules = UnsafeBufferPointer(start: code.pointee.data, count: side * side).map { $0 & 1 == 1 }
    }

    /// The number of columns of ``lines``.
    var width: Int { side + 2 * Self.quietZone }

    /// The code in half blocks, two rows of modules in each line, surrounded by the margin. Light modules are drawn and
    /// dark ones left empty, as is right for light text on a dark background.
    var lines: [String] {
        stride(from: 0, to: width, by: 2).map { row in
            String((0..<width).map { column in Self.block(isLight(row, column), isLight(row + 1, column)) })
        }
    }

    private static func block(_ upper: Bool, _ lower: Bool) -> Character {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }

    /// - Parameters:
    ///   - row: The row from 0, with the margin.
    ///   - column: The column from 0, with the margin.
    private func isLight(_ row: Int, _ column: Int) -> Bool {
        let (row, column) = (row - Self.quietZone, column - Self.quietZone)
        guard 0..<side ~= row, 0..<side ~= column else { return true }
        return !modules[row * side + column]
    }
}
