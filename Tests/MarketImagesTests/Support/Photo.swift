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

    /// Under a name that tells nothing.
    func process(bytes: [UInt8]) async throws -> ProcessedPicture {
        let folder = try TemporaryFolder()
        let path = folder.path + "/upload"
        try Data(bytes).write(to: URL(filePath: path))
        return try await process(UploadedImage(path: path, byteCount: bytes.count))
    }
}
