import Foundation
import MarketAPI

/// A multipart form put together in a file, so that five photos are never in memory at once.
struct FormFile {
    let url: URL
    let contentType: String

    private static let pieceSize = 1 << 20

    /// Writes a form of `params` and `images` into a folder.
    ///
    /// - Throws: ``MarketClientError/unusableFile(path:detail:)`` for a picture that can't be read and for a form that
    ///   can't be written.
    init(parameters: [UInt8], pictures: [PictureUpload], in folder: URL) throws(MarketClientError) {
        let writer = MultipartWriter()
        contentType = writer.contentType
        url = folder.appending(path: "openmarket-form-\(UUID().uuidString)")
        do {
            try Self.write(parameters, pictures, writer, to: url)
        } catch {
            try? FileManager.default.removeItem(at: url)
            throw error
        }
    }

    func remove() {
        try? FileManager.default.removeItem(at: url)
    }

    private static func write(
        _ parameters: [UInt8],
        _ pictures: [PictureUpload],
        _ writer: MultipartWriter,
        to url: URL
    ) throws(MarketClientError) {
        let path = url.path(percentEncoded: false)
        // What is in there is somebody's password, too.
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
            do {
                try form.write(contentsOf: Data(bytes))
            } catch {
                throw .unusableFile(path: path, detail: error.localizedDescription)
            }
        }
        try write(writer.head(of: "params", type: "application/json"))
        try write(parameters)
        try write(writer.partEnd)
        for (index, picture) in pictures.enumerated() {
            // The market looks at the bytes, never at a name or a type.
            try write(writer.head(of: "images", fileName: "\(index + 1)", type: "application/octet-stream"))
            switch picture {
            case .bytes(let bytes): try write(bytes)
            case .file(let file):
                let source = try PictureSource(file)
                while let piece = try source.next(pieceSize) { try write(piece) }
            }
            try write(writer.partEnd)
        }
        try write(writer.end)
    }
}

/// A picture's file, read in pieces.
private struct PictureSource {
    private let path: String
    private let handle: FileHandle

    init(_ file: URL) throws(MarketClientError) {
        path = file.path(percentEncoded: false)
        do {
            handle = try FileHandle(forReadingFrom: file)
        } catch {
            throw .unusableFile(path: path, detail: error.localizedDescription)
        }
    }

    /// - Returns: nil at the end.
    func next(_ size: Int) throws(MarketClientError) -> Data? {
        do {
            guard let piece = try handle.read(upToCount: size), !piece.isEmpty else {
                try handle.close()
                return nil
            }
            return piece
        } catch {
            throw .unusableFile(path: path, detail: error.localizedDescription)
        }
    }
}
