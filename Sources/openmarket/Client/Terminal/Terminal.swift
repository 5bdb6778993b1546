import Foundation

/// What standard output or standard error is connected to.
struct Terminal {
    enum Style: String {
        case bold = "1"
        case faint = "2"
        case struck = "9"
        case red = "31"
        case green = "32"
        /// The market's own, persimmon.
        case accent = "38;5;166"
    }

    /// Columns; nil where nobody looks: what is written to a file or another program is cut nowhere.
    let width: Int?
    private let hasColours: Bool

    init(width: Int?, hasColours: Bool) {
        self.width = width
        self.hasColours = hasColours
    }

    /// Colours on a terminal only, and not where `NO_COLOR` is set or the terminal is a dumb one.
    init(descriptor: Int32, environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard isatty(descriptor) == 1 else {
            self.init(width: nil, hasColours: false)
            return
        }
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let width = isKnown ? Int(size.ws_col) : environment["COLUMNS"].flatMap { Int($0) } ?? 80
        let refuses = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        self.init(width: max(20, width), hasColours: !refuses && environment["TERM"] != "dumb")
    }

    static var output: Terminal { Terminal(descriptor: STDOUT_FILENO) }
    static var errors: Terminal { Terminal(descriptor: STDERR_FILENO) }

    var isInteractive: Bool { width != nil }

    func styled(_ text: String, _ styles: Style...) -> String { styled(text, styles) }

    func styled(_ text: String, _ styles: [Style]) -> String {
        guard hasColours, !styles.isEmpty, !text.isEmpty else { return text }
        return "\u{1B}[\(styles.map(\.rawValue).joined(separator: ";"))m\(text)\u{1B}[0m"
    }

    /// Writes a line to standard error, where it is not mixed up with what a command prints.
    static func note(_ line: String) {
        FileHandle.standardError.write(Data("\(line)\n".utf8))
    }
}
