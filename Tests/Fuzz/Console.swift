import Foundation

/// Unbuffered output of lines.
enum Console {
    static func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
