import Foundation
import MarketCore

/// The file with the key of a ``TicketSigner``, readable by its owner only.
public enum SigningKeyFile {
    /// Reads the key, or creates a new one where there is none or it is unusable. A new key invalidates everything that
    /// the old one has signed.
    ///
    /// - Throws: `CocoaError` when the folder isn't writable.
    public static func key(at path: String) throws -> [UInt8] {
        if let bytes = FileManager.default.contents(atPath: path), bytes.count == TicketSigner.keyByteCount {
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            return [UInt8](bytes)
        }
        let key = TicketSigner.makeKey()
        let temporary = path + ".new"
        try? FileManager.default.removeItem(atPath: temporary)
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: temporary, contents: nil, attributes: attributes),
            let file = FileHandle(forWritingAtPath: temporary)
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: temporary]) }
        try file.write(contentsOf: key)
        try file.synchronize()
        try file.close()
        guard rename(temporary, path) == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
        }
        return key
    }
}
