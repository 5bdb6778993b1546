import Dispatch
import Foundation
import Synchronization

/// An output for log lines that writes to a file descriptor and never fails or blocks the caller.
///
/// A log may be a closed or unread pipe, or a file on a full disk. Lines are therefore appended to a bounded buffer and
/// written on a serial queue. Lines that don't fit, or can't be written, are counted; once writing works again, a line
/// reports how many are missing.
///
/// The process must ignore SIGPIPE (``ignoreBrokenPipes()``).
public final class LogOutput: Sendable {
    public static let standardOutput = LogOutput(descriptor: STDOUT_FILENO)
    public static let standardError = LogOutput(descriptor: STDERR_FILENO)

    private struct State {
        var lines: [[UInt8]] = []
        var byteCount = 0
        var lostCount = 0
        var isWriting = false
    }

    private let descriptor: Int32
    private let capacity: Int
    private let writeBytes: @Sendable (Int32, UnsafeRawBufferPointer) -> Int
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "log")

    /// - Parameter capacity: the maximum number of bytes that wait to be written.
    public convenience init(descriptor: Int32, capacity: Int = 1 << 20) {
        self.init(descriptor: descriptor, capacity: capacity) { write($0, $1.baseAddress, $1.count) }
    }

    /// - Parameter writeBytes: `write(2)`, or in tests a function that fails.
    init(
        descriptor: Int32,
        capacity: Int,
        writeBytes: @escaping @Sendable (Int32, UnsafeRawBufferPointer) -> Int
    ) {
        self.descriptor = descriptor
        self.capacity = capacity
        self.writeBytes = writeBytes
    }

    /// Makes writes to closed pipes and connections fail instead of terminating the process.
    public static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Appends complete lines, each with its line break; returns at once.
    public func append(_ text: [UInt8]) {
        let mustBegin = state.withLock { state in
            guard state.byteCount + text.count <= capacity else {
                state.lostCount += 1
                return false
            }
            state.lines.append(text)
            state.byteCount += text.count
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustBegin { queue.async { self.writeLines() } }
    }

    /// Waits until all lines are written, or until the time limit; for use before the process exits.
    public func flush(seconds: Double) {
        let isWritten = DispatchSemaphore(value: 0)
        queue.async { isWritten.signal() }
        _ = isWritten.wait(timeout: .now() + seconds)
    }

    /// Writes lines on the queue until none are left.
    private func writeLines() {
        while true {
            let (lines, lostCount) = state.withLock { state -> ([[UInt8]], Int) in
                let batch = (lines: state.lines, lostCount: state.lostCount)
                (state.lines, state.lostCount) = ([], 0)
                if batch.lines.isEmpty {
                    state.isWriting = false
                    state.lostCount = batch.lostCount
                }
                return (batch.lines, batch.lostCount)
            }
            guard !lines.isEmpty else { return }
            var lost = lostCount
            for line in lines {
                if lost > 0, writeAll(Array("openmarket: \(lost) log lines could not be written\n".utf8)) { lost = 0 }
                if !writeAll(line) { lost += 1 }
                state.withLock { $0.byteCount -= line.count }
            }
            if lost > 0 { state.withLock { $0.lostCount += lost } }
        }
    }

    private func writeAll(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = writeBytes(descriptor, UnsafeRawBufferPointer(rebasing: bytes[written...]))
                if count > 0 {
                    written += count
                } else if count < 0, errno == EAGAIN {
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&waiting, 1, -1)
                } else if count == 0 || errno != EINTR {
                    return false
                }
            }
            return true
        }
    }
}
