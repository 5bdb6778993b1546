internal import Foundation

/// A script that runs a server for this process. It prints a line when the server is ready, and ends together with this
/// process, however that ends.
struct TestProcess: Sendable {
    /// What the script has printed.
    let line: String
    /// The script ends when this is closed.
    private let input: Pipe

    /// Starts a script of this folder, and waits for its line.
    ///
    /// - Parameters:
    ///   - what: what the script starts, at the beginning of a sentence.
    ///   - interpreter: the path of the program that runs the script.
    init(_ what: String, _ interpreter: String, _ script: String, _ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: interpreter)
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: script)
        process.arguments = [path.path(percentEncoded: false)] + arguments
        let output = Pipe()
        input = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        guard let line = try output.fileHandleForReading.readLine() else {
            throw TestClusterError(text: "\(what) could not be started")
        }
        self.line = line
    }
}

extension FileHandle {
    /// Reads up to the next line break. Nil at the end.
    func readLine() throws -> String? {
        var line = Data()
        while let byte = try read(upToCount: 1), !byte.isEmpty {
            if byte == Data([0x0A]) { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}
