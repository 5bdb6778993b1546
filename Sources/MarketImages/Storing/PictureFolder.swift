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
        try save(picture.full, at: path(of: picture.name, .full))
        try save(PictureSeal.sealed(picture.thumbnail), at: path(of: picture.name, .thumbnail))
        // Also when all was there: it may be there by a save that has not come as far as this yet.
        try files.sync(folder)
        try files.sync(path)
    }

    /// - Returns: nil if the picture is gone: then nothing is kept.
    func save(_ bytes: [UInt8], of name: PictureName, _ width: WebPictureWidth) throws(StoreError) -> StoredFile? {
        guard try byteCount(of: name, .full) != nil else { return nil }
        try makeFolders([incoming])
        let destination = path(of: name, width)
        try save(PictureSeal.sealed(bytes), at: destination)
        try files.sync(folder(of: name))
        // A removal takes the full rendition away first: it has either seen this file, or is seen here.
        guard try byteCount(of: name, .full) != nil else {
            try files.remove(destination)
            return nil
        }
        return StoredFile(
            path: destination,
            byteCount: bytes.count,
            trailerByteCount: PictureSeal.byteCount,
            changedAt: try files.status(of: destination)?.changedAt
        )
    }

    /// Reads a rendition whole and compares it with its hash.
    ///
    /// - Throws: `StoreError.corrupt` for one that is not what was written.
    func find(_ name: PictureName, _ rendition: Rendition) throws(StoreError) -> StoredFile? {
        let path = path(of: name, rendition)
        guard let (file, verdict) = try look(at: path, named: rendition == .full ? name : nil) else { return nil }
        guard verdict != .damaged else {
            throw .corrupt(reason: "\(path) is not what was written: \(file.byteCount) bytes that don't fit its hash")
        }
        return file
    }

    /// As for a rendition, for a web size. One that is not what was written is removed: it is made anew when
    /// somebody asks for it.
    func find(_ name: PictureName, _ width: WebPictureWidth) throws(StoreError) -> StoredFile? {
        // What a crash left of a picture that is gone is not shown.
        guard try byteCount(of: name, .full) != nil else { return nil }
        let path = path(of: name, width)
        guard let (file, verdict) = try look(at: path, named: nil) else { return nil }
        guard case .whole = verdict else {
            try files.remove(path)
            return nil
        }
        return file
    }

    private func look(
        at path: String,
        named name: PictureName?
    ) throws(StoreError) -> (StoredFile, PictureSeal.Verdict)? {
        // Before it is read: what is written meanwhile is seen by its later time.
        guard let status = try files.status(of: path), let bytes = try files.read(path) else { return nil }
        let verdict = PictureSeal.verdict(on: bytes, named: name)
        var trailerByteCount = 0
        if case .whole(let count) = verdict { trailerByteCount = count }
        let file = StoredFile(
            path: path,
            byteCount: bytes.count - trailerByteCount,
            trailerByteCount: trailerByteCount,
            changedAt: status.changedAt
        )
        return (file, verdict)
    }

    func byteCount(of name: PictureName, _ rendition: Rendition) throws(StoreError) -> Int? {
        try files.byteCount(of: path(of: name, rendition))
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

    /// Puts a file in its place as it is; its name lasts after ``sync(part:)``.
    func write(_ bytes: [UInt8], as name: PictureName, _ rendition: Rendition) throws(StoreError) {
        try makeFolders([path, incoming, folder(of: name)])
        let temporary = temporaryPath()
        try files.create(temporary, holding: bytes)
        try files.move(temporary, to: path(of: name, rendition))
    }

    private func save(_ bytes: [UInt8], at destination: String) throws(StoreError) {
        // One that is damaged is written anew.
        if try files.byteCount(of: destination) == bytes.count, try files.read(destination) == bytes {
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
