import Foundation

/// Lines that are there at once, whatever reads them.
enum Console {
    static func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
