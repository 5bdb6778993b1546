import Foundation

/// The properties of the terminal or file that standard output or standard error is connected to.
package struct Terminal {
    package enum Style: String {
        case bold = "1"
        case faint = "2"
        case struck = "9"
        case red = "31"
        case green = "32"
        /// The market's accent color, persimmon.
        case accent = "38;5;166"
        /// Exactly white on exactly black, whatever the terminal's theme.
        case whiteOnBlack = "38;5;231;48;5;16"
    }

    /// The number of columns; nil for files and pipes, where output is never truncated.
    let width: Int?
    private let hasColors: Bool

    init(width: Int?, hasColors: Bool) {
        self.width = width
        self.hasColors = hasColors
    }

    /// Detects the properties of a file descriptor. Colors are used only on a terminal, unless `NO_COLOR` is set or
    /// the terminal is dumb.
    init(descriptor: Int32, environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard isatty(descriptor) == 1 else {
            self.init(width: nil, hasColors: false)
            return
        }
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let width = isKnown ? Int(size.ws_col) : environment["COLUMNS"].flatMap { Int($0) } ?? 80
        let refuses = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        self.init(width: max(20, width), hasColors: !refuses && environment["TERM"] != "dumb")
    }

    package static var output: Terminal { Terminal(descriptor: STDOUT_FILENO) }
    static var errors: Terminal { Terminal(descriptor: STDERR_FILENO) }

    package var isInteractive: Bool { width != nil }

    func styled(_ text: String, _ styles: Style...) -> String { styled(text, styles) }

    func styled(_ text: String, _ styles: [Style]) -> String {
        guard hasColors, !styles.isEmpty, !text.isEmpty else { return text }
        return "\u{1B}[\(styles.map(\.rawValue).joined(separator: ";"))m\(text)\u{1B}[0m"
    }

    /// Writes a line to standard error, separate from a command's output.
    package static func note(_ line: String) {
        write("\(line)\n")
    }

    /// Writes a text to standard error. Nobody has to see it: a standard error that is full, or gone with its terminal, stops no
    /// command.
    package static func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
