import Foundation
internal import MarketCore
internal import MarketModels

/// Where pictures lie and how they get there. It blocks.
struct PictureFolder: Sendable {
    let path: String
    /// Where files grow until they are whole: on the same file system, so that they can be renamed.
    let incoming: String
    let files: DurableFiles

    init(path: String, files: DurableFiles = DurableFiles()) {
        self.path = path
        self.files = files
        incoming = "\(path)/incoming"
    }

    func path(of name: PictureName, _ rendition: Rendition) -> String {
        "\(folder(of: name))/\(name.hexDigits)\(Self.ending(of: rendition))"
    }

    func path(of name: PictureName, _ width: WebPictureWidth) -> String {
        "\(folder(of: name))/\(name.hexDigits)\(Self.ending(of: width))"
    }

    func save(_ picture: ProcessedPicture) throws(StoreError) {
        let folder = folder(of: picture.name)
        try makeFolders([path, incoming, folder])
        for rendition in Rendition.allCases {
            try save(picture.bytes(of: rendition), at: path(of: picture.name, rendition))
        }
        // Also when all was there: it may be there by a save that has not come as far as this yet.
        try files.sync(folder)
        try files.sync(path)
    }

    /// - Returns: nil if the picture is gone: then nothing is kept.
    func save(_ bytes: [UInt8], of name: PictureName, _ width: WebPictureWidth) throws(StoreError) -> StoredFile? {
        guard try byteCount(of: name, .full) != nil else { return nil }
        try makeFolders([incoming])
        let destination = path(of: name, width)
        try save(bytes, at: destination)
        try files.sync(folder(of: name))
        // A removal takes the full rendition away first: it has either seen this file, or is seen here.
        guard try byteCount(of: name, .full) != nil else {
            try files.remove(destination)
            return nil
        }
        return StoredFile(path: destination, byteCount: bytes.count)
    }

    func byteCount(of name: PictureName, _ rendition: Rendition) throws(StoreError) -> Int? {
        try files.byteCount(of: path(of: name, rendition))
    }

    func byteCount(of name: PictureName, _ width: WebPictureWidth) throws(StoreError) -> Int? {
        try files.byteCount(of: path(of: name, width))
    }

    func remove(_ names: Set<PictureName>) throws(StoreError) {
        for name in names {
            for path in paths(of: name) { try files.remove(path) }
        }
    }

    /// Every file that a picture can have, the full rendition first.
    func paths(of name: PictureName) -> [String] {
        [path(of: name, .full), path(of: name, .thumbnail)] + WebPictureWidth.allCases.map { path(of: name, $0) }
    }

    func check() throws(StoreError) {
        try makeFolders([path, incoming])
        let probe = temporaryPath()
        try files.create(probe, holding: [UInt8](repeating: 0, count: 4096))
        try files.remove(probe)
    }

    func sweepTemporaryFiles() throws(StoreError) {
        try makeFolders([path, incoming])
        for name in try files.names(in: incoming) { try files.remove("\(incoming)/\(name)") }
    }

    private func save(_ bytes: [UInt8], at destination: String) throws(StoreError) {
        if try files.byteCount(of: destination) == bytes.count {
            try files.sync(destination)
            return
        }
        let temporary = temporaryPath()
        try files.create(temporary, holding: bytes)
        try files.move(temporary, to: destination)
    }

    func makeFolders(_ folders: [String]) throws(StoreError) {
        for folder in folders { try files.makeFolder(folder) }
    }

    private func temporaryPath() -> String {
        "\(incoming)/\(UUID().uuidString)"
    }

    /// 256 folders, because some file systems and most people are slow with a million files in one.
    private func folder(of name: PictureName) -> String {
        "\(path)/\(name.hexDigits.prefix(2))"
    }

    private static func ending(of rendition: Rendition) -> String {
        switch rendition {
        case .full: ".jpg"
        case .thumbnail: "-thumb.jpg"
        }
    }

    private static func ending(of width: WebPictureWidth) -> String { "-\(width.pixels).webp" }

    private static let endings =
        Rendition.allCases.map { ending(of: $0) } + WebPictureWidth.allCases.map { ending(of: $0) }

    static func name(fromFile fileName: String) -> PictureName? {
        guard endings.contains(String(fileName.dropFirst(PictureName.digitCount))) else { return nil }
        return PictureName(String(fileName.prefix(PictureName.digitCount)))
    }
}

extension ProcessedPicture {
    fileprivate func bytes(of rendition: Rendition) -> [UInt8] {
        switch rendition {
        case .full: full
        case .thumbnail: thumbnail
        }
    }
}
