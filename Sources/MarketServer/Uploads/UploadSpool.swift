import Foundation
public import MarketCore
import NIOCore
public import NIOPosix

/// A folder for uploads in flight, which keeps them out of memory.
///
/// Its files aren't synced and are useless after a crash; the folder is emptied when the server starts.
public struct UploadSpool: Sendable {
    private let folder: String
    private let threads: NIOThreadPool

    /// Creates the folder if necessary, and empties it.
    public init(folder: String, threads: NIOThreadPool? = nil) throws(MarketError) {
        self.folder = folder
        self.threads = threads ?? .singleton
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw MarketError(SystemError(number: errno), "making \(folder)")
        }
        do {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) { unlink("\(folder)/\(name)") }
        } catch {
            throw .unavailable(reason: "reading \(folder): \(error)")
        }
    }

    /// Creates an empty file that only its owner can read.
    func makeFile() async throws -> SpooledFile {
        let folder = folder
        return try await threads.runIfActive {
            let path = folder + "/upload-" + String(UInt64.random(in: .min ... .max), radix: 36)
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw MarketError(SystemError(number: errno), "making a file in \(folder)") }
            return SpooledFile(descriptor: descriptor, path: path)
        }
    }

    /// Appends bytes to files.
    func write(_ writes: [(file: SpooledFile, bytes: [UInt8])]) async throws {
        try await threads.runIfActive {
            for (file, bytes) in writes { try file.append(bytes) }
        }
    }

    /// Removes files and frees their space.
    ///
    /// A task of its own does it: the pool does nothing for a task that was cancelled.
    func remove(_ files: [SpooledFile]) async {
        guard !files.isEmpty else { return }
        await Task {
            try? await threads.runIfActive {
                for file in files { file.remove() }
            }
        }.value
    }
}

/// A file in the spool. Only one task at a time may write to it.
struct SpooledFile: Sendable {
    fileprivate let descriptor: CInt
    let path: String

    fileprivate func append(_ bytes: [UInt8]) throws(MarketError) {
        do { try bytes.write(to: descriptor) } catch { throw MarketError(error, "writing an upload") }
    }

    fileprivate func remove() {
        close(descriptor)
        unlink(path)
    }
}
