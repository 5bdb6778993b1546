internal import Foundation

/// What the disk cache does with files. The tests have a folder on a disk that is full.
protocol CacheFolder: Sendable {
    func files() throws -> [CacheFile]
    func read(_ name: String) throws -> Data
    /// Writes a file so that under its name there is all of it or nothing, whatever happens.
    func write(_ bytes: Data, as name: String) throws
    /// Makes a file the one used last.
    func touch(_ name: String, at date: Date) throws
    /// Removes a file; one that is not there is no error.
    func remove(_ name: String) throws
}

/// A file in the folder of a cache.
struct CacheFile: Hashable, Sendable {
    let name: String
    let byteCount: Int
    let usedAt: Date
}
