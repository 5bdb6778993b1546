internal import Foundation
internal import MarketCore

/// What the first page of a database file says about its schema.
///
/// It is read without SQLite, which makes files beside the database as soon as it reads from it. So a database that is refused stays
/// as it is, byte for byte.
struct DatabaseHeader {
    /// The number that programs give to their files (`application_id`).
    let application: Int32
    /// The number of the schema (`user_version`).
    let fingerprint: Int32
    /// Whether there is no table, which is the case until the first migration is complete.
    let isEmpty: Bool

    /// The first page begins with the header of the file, and then has the roots of the tables.
    private static let byteCount = 108

    private init?(_ page: [UInt8]) {
        guard page.count == Self.byteCount, page.starts(with: "SQLite format 3\0".utf8) else { return nil }
        application = Int32(bitPattern: page.number(at: 68))
        fingerprint = Int32(bitPattern: page.number(at: 60))
        // A leaf without a cell.
        isEmpty = page[100] == 0x0D && page[103] == 0 && page[104] == 0
    }

    /// Reads the first page of a file, or the newer one in its write-ahead log.
    ///
    /// - Returns: nil if there is no such file, or if it isn't a database.
    static func read(_ path: String, withLog: Bool) -> DatabaseHeader? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let page = bytes(byteCount, of: descriptor, at: 0)
        return (withLog ? lastPage(inLogOf: path).flatMap(Self.init) : nil) ?? Self(page)
    }

    /// Returns the beginning of the first page as the last complete transaction in a log has written it.
    private static func lastPage(inLogOf path: String) -> [UInt8]? {
        let descriptor = open(path + "-wal", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let header = bytes(32, of: descriptor, at: 0)
        guard header.count == 32, header.number(at: 0) & ~1 == 0x377F_0682 else { return nil }
        let frameByteCount = 24 + Int(header.number(at: 8))
        var (written, complete): (Int?, Int?)
        for offset in sequence(first: 32, next: { $0 + frameByteCount }) {
            let frame = bytes(24, of: descriptor, at: offset)
            // Frames of an earlier round have other salts.
            guard frame.count == 24, frame[8..<16].elementsEqual(header[16..<24]) else { break }
            if frame.number(at: 0) == 1 { written = offset + 24 }
            // The last frame of a transaction says how large the database is.
            if frame.number(at: 4) != 0 { complete = written }
        }
        return complete.map { bytes(byteCount, of: descriptor, at: $0) }
    }

    private static func bytes(_ count: Int, of descriptor: Int32, at offset: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
            read = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
        }
    }
}

extension [UInt8] {
    /// Returns a number of four bytes, the first of which is the highest.
    fileprivate func number(at index: Int) -> UInt32 { self[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) } }
}

extension MarketDatabase {
    /// Refuses a database with another schema than this version's, before anything of it or of its folder is changed.
    ///
    /// A file that isn't a database is left to SQLite, whose error says what is wrong with it.
    static func refuseOtherSchema(_ path: String) throws(StoreOpeningError) {
        // Only the first migration changes these numbers. So what the file says is also true of what is still in the log.
        for withLog in [false, true] {
            guard let header = DatabaseHeader.read(path, withLog: withLog) else { return }
            if (header.application, header.fingerprint) == (MarketSchema.application, MarketSchema.fingerprint.rawValue)
            {
                return
            }
            guard withLog else { continue }
            if !header.isEmpty {
                throw .otherSchema(path: path, isOfFirstVersion: header.application != MarketSchema.application)
            }
        }
    }
}
