import Foundation
import Synchronization

@testable import MarketClient

/// An in-memory folder whose disk can be full or read-only.
final class FaultyFolder: CacheFolder {
    private struct State: Sendable {
        var files: [String: (bytes: Data, usedAt: Date)] = [:]
        var room = Int.max
        var isReadOnly = false
        var attempts = 0
        var mostBytes = 0
        var byteCount: Int { files.values.reduce(0) { $0 + $1.bytes.count } }
    }

    private let state = Mutex(State())

    /// Sets the number of bytes after which the disk is full.
    func setRoom(_ room: Int) { state.withLock { $0.room = room } }
    func setReadOnly(_ isReadOnly: Bool) { state.withLock { $0.isReadOnly = isReadOnly } }
    /// The number of attempts to write a file.
    var attempts: Int { state.withLock { $0.attempts } }
    var names: Set<String> { state.withLock { Set($0.files.keys) } }
    var byteCount: Int { state.withLock { $0.byteCount } }
    /// The maximum number of bytes stored at any time.
    var mostBytes: Int { state.withLock { $0.mostBytes } }

    func files() throws -> [CacheFile] {
        state.withLock { state in
            state.files.map { CacheFile(name: $0.key, byteCount: $0.value.bytes.count, usedAt: $0.value.usedAt) }
        }
    }

    func read(_ name: String) throws -> Data {
        guard let file = state.withLock({ $0.files[name] }) else { throw CocoaError(.fileReadNoSuchFile) }
        return file.bytes
    }

    func write(_ bytes: Data, as name: String) throws {
        try state.withLock { state in
            state.attempts += 1
            if state.isReadOnly { throw CocoaError(.fileWriteVolumeReadOnly) }
            guard state.byteCount + bytes.count <= state.room else { throw CocoaError(.fileWriteOutOfSpace) }
            state.files[name] = (bytes, .distantPast)
            state.mostBytes = max(state.mostBytes, state.byteCount)
        }
    }

    func touch(_ name: String, at date: Date) throws {
        try state.withLock { state in
            if state.isReadOnly { throw CocoaError(.fileWriteVolumeReadOnly) }
            state.files[name]?.usedAt = date
        }
    }

    func remove(_ name: String) throws {
        try state.withLock { state in
            if state.isReadOnly { throw CocoaError(.fileWriteVolumeReadOnly) }
            state.files[name] = nil
        }
    }
}

/// A clock that stands still until the test moves it.
final class StandingClock: Sendable {
    private let date = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    var now: Date { date.withLock { $0 } }
    func move(by seconds: Double) { date.withLock { $0 += seconds } }
}
