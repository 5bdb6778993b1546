import MarketQRCodes

extension Terminal {
    /// Prints the QR code of a link.
    package func printCode(of address: String) {
        guard let code = QRCode(address) else { return Self.note("The link is too long for a QR code.") }
        // Wrapped lines can't be scanned.
        guard code.width <= width ?? 0 else {
            return Self.note("The terminal is too narrow for the QR code, which needs \(code.width) columns.")
        }
        for line in code.lines { print(styled(line, .whiteOnBlack)) }
    }
}
