import Foundation

/// A folder of records, each in a JSON file of its own that only its owner can read.
///
/// A file is written completely and then renamed, so a crash leaves either the old or the new record. A file that isn't
/// a record is renamed to `NAME.damaged` and counts as missing.
struct RecordFolder<Record: Codable> {
    private static var suffix: String { ".json" }

    /// The folder. It is created, with mode 0700, when the first record is written.
    let url: URL

    /// Returns the names of the records, in no particular order.
    func names() throws(DeviceStoreError) -> [String] {
        try Self.entries(of: url).filter { $0.hasSuffix(Self.suffix) }.map { String($0.dropLast(Self.suffix.count)) }
    }

    /// Returns all records, in no particular order.
    func records() throws(DeviceStoreError) -> [Record] {
        var records: [Record] = []
        for name in try names() { if let record = try record(name) { records.append(record) } }
        return records
    }

    /// Returns a record, or nil if it is missing or damaged.
    ///
    /// - Throws: ``DeviceStoreError/unusable(_:)`` if the file can't be read, for example while the device is locked: it
    ///   may be intact.
    func record(_ name: String) throws(DeviceStoreError) -> Record? {
        let file = file(name)
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch {
            throw .unusable("\(file.path(percentEncoded: false)): \(error.localizedDescription)")
        }
        if let record = try? JSONDecoder().decode(Record.self, from: data) { return record }
        let damaged = url.appending(component: "\(name).damaged")
        try? FileManager.default.removeItem(at: damaged)
        try? FileManager.default.moveItem(at: file, to: damaged)
        return nil
    }

    /// Writes a record, replacing one of the same name.
    func write(_ record: Record, as name: String) throws(DeviceStoreError) {
        let data: Data
        do {
            data = try JSONEncoder().encode(record)
        } catch {
            throw .unusable("\(name): \(error)")
        }
        try Self.write(data, to: file(name))
    }

    /// Removes a record, if there is one.
    func remove(_ name: String) throws(DeviceStoreError) {
        try Self.remove(file(name))
    }

    private func file(_ name: String) -> URL { url.appending(component: name + Self.suffix) }
}

extension RecordFolder {
    /// Returns the names in a folder; none if it doesn't exist.
    static func entries(of folder: URL) throws(DeviceStoreError) -> [String] {
        let path = folder.path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw .unusable("\(path): \(error.localizedDescription)")
        }
    }

    /// Writes a file atomically, and creates its folder if necessary.
    static func write(_ data: Data, to file: URL) throws(DeviceStoreError) {
        let manager = FileManager.default
        do {
            // The mode of the folder protects a file until it has its own mode.
            try manager.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try data.write(to: file, options: .atomic)
            try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path(percentEncoded: false))
        } catch {
            throw .unusable("\(file.path(percentEncoded: false)): \(error.localizedDescription)")
        }
    }

    /// Removes a file or a folder, if it exists.
    static func remove(_ item: URL) throws(DeviceStoreError) {
        let path = item.path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            try FileManager.default.removeItem(at: item)
        } catch {
            throw .unusable("\(path): \(error.localizedDescription)")
        }
    }
}

/// The errors of a store on the device.
public enum DeviceStoreError: Error, Hashable, Sendable {
    /// The store holds as many entries as it may, and the new one was not added.
    case limitReached(maximum: Int)
    /// The store can't be read or written, for example because the device is out of space. The text is for logs.
    case unusable(String)
}
