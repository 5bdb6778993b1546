import Foundation
import MarketClient
import MarketModels
import MarketVips

/// A checked image file to upload: it exists, is an image, and is within the limits.
struct ImageFileInfo {
    let path: String
    let byteCount: Int64
    /// The format and dimensions; nil for HEIC, whose dimensions only the server determines.
    let header: ImageHeader?

    init(path: String) throws {
        self.path = path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandFailure("\(path): no such file.")
        }
        guard !isFolder.boolValue,
            let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
        else { throw CommandFailure("\(path) isn't a readable file.") }
        byteCount = size.int64Value
        guard byteCount <= ImageLimits.maximumByteCount else {
            let limit = ImageLimits.maximumByteCount / 1_000_000
            throw CommandFailure("\(path) is too large (\(ByteCount.text(byteCount))). The limit is \(limit) MB.")
        }
        do {
            header = try ImageHeader(of: URL(filePath: path))
        } catch .unknownFormat where Self.isHEIC(path) {
            header = nil
        } catch {
            throw CommandFailure("\(path) can't be opened as a picture. Use JPEG, PNG, GIF, WebP, or HEIC.")
        }
        if let header, max(header.width, header.height) > ImageLimits.maximumSide {
            let limit = ImageLimits.maximumSide
            throw CommandFailure("\(path) is too large (\(header.text)). The limit is \(limit) pixels a side.")
        }
        if let header, header.width * header.height > ImageLimits.maximumPixelCount {
            let limit = ImageLimits.maximumPixelCount / 1_000_000
            throw CommandFailure("\(path) is too large (\(header.text)). The limit is \(limit) megapixels.")
        }
    }

    private static func isHEIC(_ path: String) -> Bool {
        let file = try? FileHandle(forReadingFrom: URL(filePath: path))
        guard let start = try? file?.read(upToCount: ImageFormat.signatureByteCount) else { return false }
        return ImageFormat(start: Array(start)) == .heic
    }

    var upload: ImageUpload { .file(URL(filePath: path)) }

    /// The file's name, dimensions and size in bytes, for the user.
    var line: String {
        let name = DisplayText.line(URL(filePath: path).lastPathComponent)
        return ([name + ":"] + [header.map { "\($0.text)," }, ByteCount.text(byteCount)].compactMap { $0 }).joined(
            separator: " "
        )
    }
}

extension ImageHeader {
    fileprivate var text: String { "\(width) × \(height) pixels" }
}
