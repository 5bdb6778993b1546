import Foundation
import MarketClient
import MarketModels
import MarketVips

/// A picture's file before it is sent: that it is there, that it is a picture, and how large it is.
struct PictureFileFacts {
    let path: String
    let byteCount: Int64
    /// Nil for HEIC, whose size only the market finds out.
    let header: PictureHeader?

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
            header = try VipsImageDecoder().header(of: URL(filePath: path))
        } catch .unknownFormat where Self.isHEIC(path) {
            header = nil
        } catch {
            throw CommandFailure("\(path) can't be opened as a picture. Use JPEG, PNG, GIF, WebP, or HEIC.")
        }
        if let header, header.width * header.height > ImageLimits.maximumPixelCount {
            let limit = ImageLimits.maximumPixelCount / 1_000_000
            throw CommandFailure("\(path) is too large (\(header.text)). The limit is \(limit) megapixels.")
        }
    }

    /// An ISO media file of a kind that photos have.
    private static func isHEIC(_ path: String) -> Bool {
        let start = try? FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: 12)
        let brands = ["heic", "heix", "heim", "heis", "mif1", "msf1", "hevc"]
        guard let start, start.count == 12, start[4..<8].elementsEqual("ftyp".utf8) else { return false }
        return brands.contains(String(decoding: start[8..<12], as: UTF8.self))
    }

    var upload: PictureUpload { .file(URL(filePath: path)) }

    /// Name, pixels and bytes.
    var line: String {
        let name = DisplayText.line(URL(filePath: path).lastPathComponent)
        return ([name + ":"] + [header.map { "\($0.text)," }, ByteCount.text(byteCount)].compactMap { $0 }).joined(
            separator: " "
        )
    }
}

extension PictureHeader {
    fileprivate var text: String { "\(width) × \(height) pixels" }
}
