public import Foundation
public import MarketModels

/// An identity store in a folder, with a subfolder for each market and a file for each secret and each token, readable
/// only by the owner.
///
/// Every file is written completely and then renamed, so that concurrent programs don't lose each other's entries.
public struct FileIdentityStore: IdentityStore {
    private let folder: URL

    /// Creates a store.
    ///
    /// - Parameter folder: The folder. It is created when it is first needed, with mode 0700.
    public init(folder: URL) {
        self.folder = folder
    }

    public func identifier(in market: URL) async throws(IdentityStoreError) -> VendorIdentifier {
        let file = marketFolder(of: market).appending(path: "identifier")
        if let known = try read(file) { return try identifier(known, from: file) }
        // If two programs create an identifier concurrently, both use the first one.
        try write(UUID().uuidString.lowercased(), to: file, replacing: false)
        guard let made = try read(file) else { throw Self.problem(file, "has disappeared") }
        return try identifier(made, from: file)
    }

    public func text(for key: IdentityKey, in market: URL) async throws(IdentityStoreError) -> String? {
        try read(file(of: key, in: market))
    }

    public func save(_ text: String, for key: IdentityKey, in market: URL) async throws(IdentityStoreError) {
        try write(text, to: file(of: key, in: market), replacing: true)
    }

    public func remove(_ key: IdentityKey, in market: URL) async throws(IdentityStoreError) {
        try remove(file(of: key, in: market))
    }

    public func keys(in market: URL) async throws(IdentityStoreError) -> [IdentityKey] {
        var keys: [IdentityKey] = []
        for kind in ["secrets", "rights", "in-flight"] {
            let names = try names(in: marketFolder(of: market).appending(path: kind))
            keys += names.compactMap { IdentityKey(rawValue: "\(kind)/\($0)") }
        }
        return keys
    }

    private func marketFolder(of market: URL) -> URL {
        folder.appending(component: market.marketFolderName)
    }

    private func file(of key: IdentityKey, in market: URL) -> URL {
        marketFolder(of: market).appending(path: key.rawValue)
    }

    // MARK: Files

    private func identifier(_ text: String, from file: URL) throws(IdentityStoreError) -> VendorIdentifier {
        guard let identifier = VendorIdentifier(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw Self.problem(file, "has no identifier in it")
        }
        return identifier
    }

    private func names(in folder: URL) throws(IdentityStoreError) -> [String] {
        let path = folder.path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw Self.problem(folder, error.localizedDescription)
        }
    }

    private func remove(_ file: URL) throws(IdentityStoreError) {
        do {
            try FileManager.default.removeItem(at: file)
        } catch let error as CocoaError where error.code == .fileNoSuchFile {
            return
        } catch {
            throw Self.problem(file, error.localizedDescription)
        }
    }

    private func read(_ file: URL) throws(IdentityStoreError) -> String? {
        do {
            return String(decoding: try Data(contentsOf: file), as: UTF8.self)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch {
            throw Self.problem(file, error.localizedDescription)
        }
    }

    private func write(_ text: String, to file: URL, replacing: Bool) throws(IdentityStoreError) {
        let manager = FileManager.default
        do {
            // The mode of the folder protects a file until it has its own mode.
            try manager.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            if replacing {
                try Data(text.utf8).write(to: file, options: .atomic)
            } else {
                try create(file, text)
            }
            try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path(percentEncoded: false))
        } catch {
            throw Self.problem(file, error.localizedDescription)
        }
    }

    /// Creates a complete file atomically. Does nothing if the file exists.
    private func create(_ file: URL, _ text: String) throws {
        let draft = file.deletingLastPathComponent().appending(path: ".new-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: draft) }
        try Data(text.utf8).write(to: draft)
        do {
            // Unlike a move, linking fails if another program has created the file in the meantime.
            try FileManager.default.linkItem(at: draft, to: file)
        } catch let error as CocoaError where error.code == .fileWriteFileExists {
            return
        }
    }

    private static func problem(_ file: URL, _ detail: String) -> IdentityStoreError {
        IdentityStoreError("\(file.path(percentEncoded: false)): \(detail)")
    }
}

extension URL {
    /// The host in lower case; a name in other letters than ASCII is encoded, whether it was typed so or not. `host()` decodes only
    /// what was typed.
    var encodedHost: String? { host(percentEncoded: false)?.lowercased() }

    /// The name of the folder in which stores keep the data of this market: its lower-case scheme, host, port and path
    /// without a trailing slash.
    package var marketFolderName: String {
        let port = port.map { ":\($0)" } ?? ""
        let text = "\(scheme ?? "http")_\(encodedHost ?? "")\(port)\(path())".lowercased()
        let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_.:"))
        let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
        return trimmed.addingPercentEncoding(withAllowedCharacters: allowed) ?? "market"
    }
}
