import Foundation
import MarketClient

/// A line that is typed and not shown.
///
/// The terminal hands over each key as it is pressed, Ctrl-C too: were the program ended by the signal, the terminal
/// would stay mute.
enum HiddenLine {
    /// - Returns: nil at the end of input.
    /// - Throws: `MarketClientError.cancelled` for Ctrl-C.
    static func read(_ prompt: String) throws(MarketClientError) -> String? {
        var original = termios()
        tcgetattr(STDIN_FILENO, &original)
        var settings = original
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        // Mute before anything is asked: whoever is quick, or pastes, must not see it either.
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
        FileHandle.standardError.write(Data(prompt.utf8))
        defer {
            tcsetattr(STDIN_FILENO, TCSADRAIN, &original)
            FileHandle.standardError.write(Data("\n".utf8))
        }
        var typed: [UInt8] = []
        while let key = nextKey() {
            switch key {
            case 0x03: throw .cancelled
            case 0x04 where typed.isEmpty: return nil
            case 0x0A, 0x0D: return String(decoding: typed, as: UTF8.self)
            // Backspace takes a whole character, however many bytes it has.
            case 0x08, 0x7F: typed = Array(String(decoding: typed, as: UTF8.self).dropLast().utf8)
            case 0x15: typed = []
            case 0x00..<0x20: break
            default: typed.append(key)
            }
        }
        return typed.isEmpty ? nil : String(decoding: typed, as: UTF8.self)
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
