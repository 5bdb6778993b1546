import Foundation
import MarketAPI
import MarketModels
import MarketViewModels

/// The stores of a device, in a folder.
enum DeviceStores {
    static func favorites(_ folder: URL) -> FileProductStore {
        FileProductStore(.favorites, folder: folder, market: Samples.market)
    }

    static func viewed(_ folder: URL) -> FileProductStore {
        FileProductStore(.recentlyViewed, folder: folder, market: Samples.market)
    }

    static func drafts(_ folder: URL) -> FileDraftStore {
        FileDraftStore(folder: folder, market: Samples.market)
    }
}

/// A folder of its own for a test, deleted with this object.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "market-stores-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A folder in which nothing can be created, as on a full disk: its parent is a file.
    func unwritable() throws -> URL {
        let file = url.appending(path: "file")
        try Data("full".utf8).write(to: file)
        return file.appending(path: "folder")
    }

    /// The files in the folder and its subfolders, by name.
    func files(named isWanted: (String) -> Bool) -> [URL] {
        let all = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
        return all.filter { isWanted($0.lastPathComponent) && !$0.hasDirectoryPath }
    }

    func file(named name: String) throws -> URL {
        guard let file = files(named: { $0 == name }).first else { throw NeverCame(description: "no file \(name)") }
        return file
    }
}

extension Samples {
    static func favorite(_ number: Int64, after seconds: Int64 = 0, price: Int64 = 10_000) -> SavedProduct {
        SavedProduct(product(number, pricing: pricing(price)).listed, savedAt: moment.adding(seconds: seconds))
    }

    static func view(_ number: Int64, after seconds: Int64 = 0) -> SavedProduct {
        SavedProduct(product(number).listed, savedAt: moment.adding(seconds: seconds))
    }
}
