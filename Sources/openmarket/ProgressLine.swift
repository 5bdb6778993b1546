import Foundation
import MarketCommands
import Synchronization

/// Shows on standard error how far long work has come: one line that is written over on a terminal, and a line for the
/// beginning and one for the end elsewhere.
final class ProgressLine: Sendable {
    private let total: Int
    private let title: String
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let done = Mutex(0)

    init(total: Int, title: String) {
        self.total = total
        self.title = title
        if !isTerminal { Terminal.write("\(title): \(total) to go…\n") }
    }

    func advance(by count: Int = 1) {
        done.withLock { done in
            done += count
            guard isTerminal else { return }
            let width = 30
            let filled = total > 0 ? done * width / total : width
            let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
            Terminal.write("\r\(title): \(bar) \(done)/\(total)")
        }
    }

    /// Shows what is being done that can't be counted.
    func note(_ text: String) {
        Terminal.write(isTerminal ? "\r\u{1B}[K\(text)" : "\(text)\n")
    }

    func end() {
        Terminal.write(isTerminal ? "\n" : "\(title): \(done.withLock { $0 }) done.\n")
    }
}
