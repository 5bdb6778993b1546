import MarketClient
import Synchronization

/// A progress bar on standard error, which is overwritten in place and finally removed. Prints nothing if standard
/// error is not a terminal.
final class ProgressBar: Sendable {
    private let title: String
    private let terminal = Terminal.errors
    private let shown = Mutex("")

    init(_ title: String) {
        self.title = title
    }

    /// Shows progress.
    ///
    /// - Parameters:
    ///   - fraction: The progress, 0 to 1.
    ///   - numbers: The progress as text.
    func show(_ fraction: Double, _ numbers: String) {
        guard let width = terminal.width else { return }
        // One column stays free, because some terminals wrap a line that fills the last one.
        let room = min(40, width - DisplayText.width(title) - DisplayText.width(numbers) - 3)
        let filled = max(0, min(room, Int(Double(room) * fraction)))
        let bar = room < 5 ? "" : String(repeating: "█", count: filled) + String(repeating: "░", count: room - filled)
        let line = "\(title) \(bar) \(numbers)"
        // Concurrent uploads report progress, and each write must be one line.
        shown.withLock { shown in
            guard shown != line else { return }
            shown = line
            Terminal.write("\r\(title) \(terminal.styled(bar, .accent)) \(numbers)\u{1B}[K")
        }
    }

    /// Removes the bar, so that the next output begins a line.
    func end() {
        shown.withLock { shown in
            guard !shown.isEmpty else { return }
            shown = ""
            Terminal.write("\r\u{1B}[K")
        }
    }
}

extension ProgressBar {
    func show(_ transfer: TransferProgress) {
        show(transfer.fraction, "\(Int(transfer.fraction * 100)) % of \(ByteCount.text(transfer.total))")
    }

    /// Shows the number of finished items.
    func show(_ done: Int, of total: Int) {
        show(total > 0 ? Double(done) / Double(total) : 1, "\(done) of \(total)")
    }
}
