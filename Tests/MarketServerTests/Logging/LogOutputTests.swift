import Foundation
import Logging
import Synchronization
import Testing

@testable import MarketServer

/// A log that can't be written blocks nothing.
struct LogOutputTests {
    /// Accepts what fits on a disk, and refuses everything while it is full.
    private final class Disk: Sendable {
        private let state = Mutex<(bytes: [UInt8], error: Int32?)>(([], nil))

        var text: String { String(decoding: state.withLock { $0.bytes }, as: UTF8.self) }
        func fail(with error: Int32?) { state.withLock { $0.error = error } }

        func write(_ bytes: UnsafeRawBufferPointer) -> Int {
            state.withLock { state in
                if let error = state.error {
                    errno = error
                    return -1
                }
                // A few bytes at a time, as a pipe may.
                let count = min(bytes.count, 7)
                state.bytes += bytes.prefix(count)
                return count
            }
        }
    }

    @Test(arguments: [EPIPE, ENOSPC, EIO])
    func whatCouldNotBeWrittenIsCountedWhenWritingWorksAgain(_ error: Int32) {
        let disk = Disk()
        let output = LogOutput(descriptor: -1, capacity: 1000) { disk.write($1) }
        output.append(Array("one\n".utf8))
        output.flush(seconds: 60)
        disk.fail(with: error)
        for _ in 0..<3 { output.append(Array("lost\n".utf8)) }
        output.flush(seconds: 60)
        disk.fail(with: nil)
        output.append(Array("two\n".utf8))
        output.flush(seconds: 60)
        #expect(disk.text == "one\nopenmarket: 3 log lines could not be written\ntwo\n")
    }

    @Test func pipeThatNobodyReadsHoldsNobodyUpAndTakesBoundedMemory() throws {
        LogOutput.ignoreBrokenPipes()
        let pipe = Pipe()
        let output = LogOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor, capacity: 10_000)
        let line = Array(String(repeating: "x", count: 99).utf8) + [UInt8(ascii: "\n")]
        // Far more than the pipe and the buffer hold: a blocking write would never return.
        for _ in 0..<10_000 { output.append(line) }
        let reader = pipe.fileHandleForReading
        var text = ""
        while !text.contains("log lines could not be written") {
            output.append(line)
            text += String(decoding: reader.availableData, as: UTF8.self)
        }
        #expect(text.utf8.count < 1_000_000)
        try reader.close()
        try end(pipe, of: output)
    }

    @Test func closedPipeIsNoEnd() throws {
        LogOutput.ignoreBrokenPipes()
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let output = LogOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        var loggers = [Logger(label: "test") { LineLogHandler(label: $0, format: .json, output: output) }]
        loggers.append(Logger(label: "test") { LineLogHandler(label: $0, format: .text, output: output) })
        for logger in loggers { for _ in 0..<100 { logger.error("still here") } }
        try end(pipe, of: output)
    }

    /// Closes a pipe that nobody reads, after the last attempt to write to it: afterwards, its descriptor may be that of
    /// another test's file.
    private func end(_ pipe: Pipe, of output: LogOutput) throws {
        output.flush(seconds: 600)
        try pipe.fileHandleForWriting.close()
    }

    @Test func textLineIsOneLineWhateverIsInIt() {
        let disk = Disk()
        let output = LogOutput(descriptor: -1, capacity: 1000) { disk.write($1) }
        let logger = Logger(label: "market") { LineLogHandler(label: $0, format: .text, output: output) }
        logger.notice("a\nb", metadata: ["name": "c\r\nd"])
        output.flush(seconds: 60)
        #expect(disk.text.hasSuffix(" notice market: name=c d a b\n"))
        #expect(disk.text.filter(\.isNewline).count == 1)
    }
}
