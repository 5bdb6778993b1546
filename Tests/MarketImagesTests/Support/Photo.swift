import Foundation
import MarketCore
import MarketImages
import Testing

/// The fixtures, which `make-photos.py` has drawn.
enum Photo {
    static func path(_ name: String) throws -> String {
        let folder = try #require(Bundle.module.resourceURL)
        return folder.appending(path: "Photos/\(name)").path
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: try path(name))))
    }
}

extension ImageProcessor {
    func process(photo name: String) async throws -> ProcessedPicture {
        try await process(bytes: Photo.bytes(name))
    }

    /// Under a name that tells nothing. Written plainly: `Data` would sync each of the thousands of files.
    func process(bytes: [UInt8]) async throws -> ProcessedPicture {
        let folder = try TemporaryFolder()
        let path = folder.path + "/upload"
        try #require(FileManager.default.createFile(atPath: path, contents: nil))
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.write(contentsOf: bytes)
        try file.close()
        return try await process(UploadedImage(path: path, byteCount: bytes.count))
    }
}
