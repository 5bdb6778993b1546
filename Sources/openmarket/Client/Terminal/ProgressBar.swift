import Foundation
import MarketClient
import Synchronization

/// How far long work has come: a line of standard error that is written over and taken away in the end. Says nothing
/// where nobody looks.
final class ProgressBar: Sendable {
    private let title: String
    private let terminal: Terminal
    private let shown = Mutex("")

    init(_ title: String, terminal: Terminal = .errors) {
        self.title = title
        self.terminal = terminal
    }

    /// - Parameters:
    ///   - fraction: 0 to 1.
    ///   - numbers: the same in words.
    func show(_ fraction: Double, _ numbers: String) {
        guard let width = terminal.width else { return }
        // One column stays free: a line that is full to the last one breaks on some terminals.
        let room = min(40, width - DisplayText.width(title) - DisplayText.width(numbers) - 3)
        let filled = max(0, min(room, Int(Double(room) * fraction)))
        let bar = room < 5 ? "" : String(repeating: "█", count: filled) + String(repeating: "░", count: room - filled)
        let line = "\(title) \(bar) \(numbers)"
        // Several uploads tell of themselves at once, and each write is one line.
        shown.withLock { shown in
            guard shown != line else { return }
            shown = line
            write("\r\(title) \(terminal.styled(bar, .accent)) \(numbers)\u{1B}[K")
        }
    }

    /// Takes the bar away, so that what is written next begins a line.
    func end() {
        shown.withLock { shown in
            guard !shown.isEmpty else { return }
            shown = ""
            write("\r\u{1B}[K")
        }
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}

extension ProgressBar {
    /// How much of an upload has gone out.
    func show(_ transfer: TransferProgress) {
        show(transfer.fraction, "\(Int(transfer.fraction * 100)) % of \(ByteCount.text(transfer.total))")
    }

    /// How many of many are done.
    func show(_ done: Int, of total: Int) {
        show(total > 0 ? Double(done) / Double(total) : 1, "\(done) of \(total)")
    }
}
