import Foundation
import MarketAPI

/// A multipart form assembled in a file, so that its images are never in memory at the same time.
struct FormFile {
    let url: URL
    let contentType: String

    private static let pieceSize = 1 << 20
    private static let prefix = "openmarket-form-"
    /// In seconds. No upload takes as long, so an older form is one that a killed process left.
    private static let maximumAge: TimeInterval = 24 * 60 * 60

    /// Writes a form with `params` and `images` to a file in a folder.
    ///
    /// - Throws: ``MarketClientError/unusableFile(path:detail:)`` if an image can't be read or the form can't be
    ///   written.
    init(parameters: [UInt8], images: [ImageUpload], in folder: URL) throws(MarketClientError) {
        let writer = MultipartWriter()
        contentType = writer.contentType
        url = folder.appending(path: Self.prefix + UUID().uuidString)
        Self.removeAbandoned(in: folder)
        do {
            try Self.write(parameters, images, writer, to: url)
        } catch {
            try? FileManager.default.removeItem(at: url)
            throw error
        }
    }

    func remove() {
        try? FileManager.default.removeItem(at: url)
    }

    /// Removes forms that killed processes left: they contain passwords, and not every system empties the folder.
    private static func removeAbandoned(in folder: URL) {
        let files = FileManager.default
        let names = (try? files.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = folder.appending(path: name).path(percentEncoded: false)
            let modified = (try? files.attributesOfItem(atPath: path))?[.modificationDate] as? Date
            if let modified, modified.timeIntervalSinceNow < -maximumAge {
                // Those of other users can't be removed.
                try? files.removeItem(atPath: path)
            }
        }
    }

    private static func write(
        _ parameters: [UInt8],
        _ images: [ImageUpload],
        _ writer: MultipartWriter,
        to url: URL
    ) throws(MarketClientError) {
        let path = url.path(percentEncoded: false)
        // The form contains a password, so only the owner may read it.
        let isMade = FileManager.default.createFile(
            atPath: path,
            contents: nil,
            attributes: [.posixPermissions: 0o600]
        )
        guard isMade, let form = FileHandle(forWritingAtPath: path) else {
            throw .unusableFile(path: path, detail: "can't be written")
        }
        defer { try? form.close() }
        func write(_ bytes: some Sequence<UInt8>) throws(MarketClientError) {
            try using(url) { try form.write(contentsOf: Data(bytes)) }
        }
        try write(writer.head(of: "params", type: "application/json"))
        try write(parameters)
        try write(writer.partEnd)
        for (index, image) in images.enumerated() {
            // The server determines the type from the bytes and ignores the name and the declared type.
            try write(writer.head(of: "images", fileName: "\(index + 1)", type: "application/octet-stream"))
            switch image {
            case .bytes(let bytes): try write(bytes)
            case .file(let file):
                let source = try using(file) { try FileHandle(forReadingFrom: file) }
                defer { try? source.close() }
                while let piece = try using(file, { try source.read(upToCount: pieceSize) }), !piece.isEmpty {
                    try write(piece)
                }
            }
            try write(writer.partEnd)
        }
        try write(writer.end)
    }

    /// Does something with a file, and says which one it was if that fails.
    private static func using<Value>(_ file: URL, _ body: () throws -> Value) throws(MarketClientError) -> Value {
        do {
            return try body()
        } catch {
            throw .unusableFile(path: file.path(percentEncoded: false), detail: error.localizedDescription)
        }
    }
}
