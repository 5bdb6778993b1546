import Foundation
internal import MarketCore
internal import MarketModels

/// The layout of the folder of share images, and the operations on it. They block.
struct ShareImageFolder: Sendable {
    /// The number of folders that products are distributed to.
    private static let partCount: Int64 = 256
    /// The maximum number of images in one of these folders. The 16,384 images of all folders take about 1 GB.
    static let maximumCountPerPart = 64

    let path: String
    /// The folder of incomplete files. It is on the same file system, so that they can be renamed.
    let incoming: String
    let files: DurableFiles

    /// - Parameter imageFolder: the folder of the images, in which this one is.
    init(imageFolder: String, files: DurableFiles = DurableFiles()) {
        path = "\(imageFolder)/share"
        incoming = "\(imageFolder)/incoming"
        self.files = files
    }

    func path(of name: ShareImageName) -> String { "\(folder(of: name.product))/\(name.fileName)" }

    func find(_ name: ShareImageName) throws(MarketError) -> StoredFile? {
        try files.derivedFile(at: path(of: name))
    }

    /// The name is not synced: an image that a power cut loses is made again.
    func save(_ bytes: [UInt8], as name: ShareImageName) throws(MarketError) -> StoredFile {
        let folder = folder(of: name.product)
        for folder in [path, incoming, folder] { try files.makeFolder(folder) }
        try files.replace(path(of: name), with: ImageChecksum.withChecksum(bytes), through: incoming)
        try remove(in: folder) { $0.product == name.product && $0.language == name.language && $0 != name }
        try removeOldest(in: folder, except: name)
        return StoredFile(
            path: path(of: name),
            byteCount: bytes.count,
            trailerByteCount: ImageChecksum.byteCount,
            changedAt: try files.status(of: path(of: name))?.changedAt
        )
    }

    func products() throws(MarketError) -> Set<Product.ID> {
        var products: Set<Product.ID> = []
        for part in 0..<Self.partCount {
            let names = try files.names(in: folder(of: Product.ID(rawValue: part)))
            products.formUnion(names.compactMap { ShareImageName(fileName: $0)?.product })
        }
        return products
    }

    func removeAll(of product: Product.ID) throws(MarketError) {
        try remove(in: folder(of: product)) { $0.product == product }
    }

    func removeAll(before moment: Timestamp) throws(MarketError) {
        for part in 0..<Self.partCount {
            let folder = folder(of: Product.ID(rawValue: part))
            for fileName in try files.names(in: folder) {
                let path = "\(folder)/\(fileName)"
                guard ShareImageName(fileName: fileName) != nil, let changedAt = try files.changeTime(of: path)
                else { continue }
                if changedAt < moment { try files.remove(path) }
            }
        }
    }

    private func remove(in folder: String, _ isRemoved: (ShareImageName) -> Bool) throws(MarketError) {
        for fileName in try files.names(in: folder) {
            guard let name = ShareImageName(fileName: fileName), isRemoved(name) else { continue }
            try files.remove("\(folder)/\(fileName)")
        }
    }

    /// Removes the oldest images of a folder that contains too many, so that whoever requests the images of all products
    /// doesn't fill the disk.
    private func removeOldest(in folder: String, except newest: ShareImageName) throws(MarketError) {
        let names = try files.names(in: folder).filter { ShareImageName(fileName: $0) != nil }
        let excess = names.count - Self.maximumCountPerPart
        guard excess > 0 else { return }
        var dated: [(path: String, changedAt: Timestamp)] = []
        for fileName in names where fileName != newest.fileName {
            let path = "\(folder)/\(fileName)"
            if let changedAt = try files.changeTime(of: path) { dated.append((path, changedAt)) }
        }
        dated.sort { $0.changedAt < $1.changedAt }
        for (path, _) in dated.prefix(excess) { try files.remove(path) }
    }

    /// Returns one of 256 folders, because some file systems are slow with a million files in one.
    private func folder(of product: Product.ID) -> String {
        "\(path)/\(UInt8(truncatingIfNeeded: product.rawValue).hexDigits)"
    }
}
