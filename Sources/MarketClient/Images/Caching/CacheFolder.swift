internal import Foundation

/// The file operations of the disk cache. Tests replace it, for example to simulate a full disk.
protocol CacheFolder: Sendable {
    func files() throws -> [CacheFile]
    func read(_ name: String) throws -> Data
    /// Writes a file atomically: under its name there is either the complete file or none.
    func write(_ bytes: Data, as name: String) throws
    /// Sets the time of a file's last use.
    func touch(_ name: String, at date: Date) throws
    /// Removes a file. A missing file is not an error.
    func remove(_ name: String) throws
}

/// A file in the folder of a cache.
struct CacheFile: Hashable, Sendable {
    let name: String
    let byteCount: Int
    let usedAt: Date
}
