internal import Foundation

package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One of the constants in `errno.h`.
    package let number: Int32

    package init(number: Int32) {
        self.number = number
    }

    /// The error of the system call that failed last on this thread.
    package static var last: SystemError { SystemError(number: errno) }

    /// The system's own text, such as `No space left on device`.
    package var description: String { String(cString: strerror(number)) }

    /// Whether the disk, or the user's quota on it, is full.
    package var isDiskFull: Bool { number == ENOSPC || number == EDQUOT }
}

extension MarketError {
    /// - Parameter action: What was tried, such as `can't write /data/images/ab`.
    package init(_ error: SystemError, _ action: String) {
        self = error.isDiskFull ? .storageFull : .unavailable(reason: "\(action): \(error)")
    }
}
