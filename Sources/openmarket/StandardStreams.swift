import MarketCommands
import MarketCore

#if canImport(Darwin)
@preconcurrency import Darwin
#elseif canImport(Glibc)
@preconcurrency import Glibc
#elseif canImport(Musl)
@preconcurrency import Musl
#endif

/// Standard input, output and error of the program.
enum StandardStreams {
    /// Opens what the caller has closed. Files and sockets that are opened later would have its number, and the output would go
    /// there.
    static func openMissing() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is this one.
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// Writes what was printed and is still in memory.
    ///
    /// - Throws: ``CommandFailure`` if any of the output couldn't be written.
    static func flushOutput() throws(CommandFailure) {
        guard fflush(stdout) != 0 || ferror(stdout) != 0 else { return }
        throw CommandFailure("The output can't be written completely: \(SystemError.last).")
    }
}
