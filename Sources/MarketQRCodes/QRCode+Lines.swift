extension QRCode {
    /// The code in half blocks, two rows of modules in each line, surrounded by the margin. Light modules are drawn and
    /// dark ones left empty, as is right for light text on a dark background.
    public var lines: [String] {
        stride(from: 0, to: width, by: 2).map { row in
            String((0..<width).map { column in Self.block(!isDark(row, column), !isDark(row + 1, column)) })
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
}
