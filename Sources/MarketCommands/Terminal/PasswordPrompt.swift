import Foundation
package import MarketClient

/// Reads a line without echo.
///
/// The terminal delivers every key as it is pressed, including Ctrl-C: if the signal terminated the program, the
/// terminal would stay without echo.
package enum PasswordPrompt {
    /// Prints a prompt and reads a line.
    ///
    /// - Returns: The line, or nil at the end of input.
    /// - Throws: `MarketClientError.cancelled` for Ctrl-C.
    static func read(_ prompt: String) throws(MarketClientError) -> String? {
        var original = termios()
        tcgetattr(STDIN_FILENO, &original)
        var settings = original
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        // Echo is disabled before the prompt, so that fast typing and pasted text are never shown.
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
        Terminal.write(prompt)
        defer {
            tcsetattr(STDIN_FILENO, TCSADRAIN, &original)
            Terminal.write("\n")
        }
        var typed: [UInt8] = []
        while let key = nextKey() {
            switch key {
            case 0x03: throw .cancelled
            case 0x04 where typed.isEmpty: return nil
            case 0x0A, 0x0D: return String(decoding: typed, as: UTF8.self)
            // Backspace removes a whole character, whatever its number of bytes.
            case 0x08, 0x7F: typed = Array(String(decoding: typed, as: UTF8.self).dropLast().utf8)
            case 0x15: typed = []
            case 0x00..<0x20: break
            default: typed.append(key)
            }
        }
        return typed.isEmpty ? nil : String(decoding: typed, as: UTF8.self)
    }

    /// Reads a hidden line from a terminal, and the next line of standard input where that is none.
    package static func readOrLine(_ prompt: String) throws(MarketClientError) -> String? {
        isatty(STDIN_FILENO) == 1 ? try read(prompt) : readLine()
    }

    private static func nextKey() -> UInt8? {
        var key: UInt8 = 0
        while true {
            let count = Foundation.read(STDIN_FILENO, &key, 1)
            if count == 1 { return key }
            guard count < 0, errno == EINTR else { return nil }
        }
    }
}
