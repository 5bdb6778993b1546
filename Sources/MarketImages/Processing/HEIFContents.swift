internal import MarketCore

/// Looks into a HEIF container for what it carries. The container's name does not tell: libheif decodes AV1 under the
/// name of HEIC as well, with a decoder that is not among those this market lets near an upload.
enum HEIFContents {
    /// The description of a phone's photo takes some thousand bytes.
    private static let longestDescription = 1 << 20

    static func check(_ file: UploadFile) throws(ImageError) {
        var offset = 0
        while offset + 8 <= file.byteCount {
            let header = try file.read(8, at: offset)
            guard header.count == 8 else { break }
            let size = header[0..<4].reduce(0) { $0 << 8 | Int($1) }
            if header[4...].elementsEqual("meta".utf8) {
                let description = try file.read(min(max(size, 8), longestDescription), at: offset)
                if contains("av1C", in: description) { throw .unknownFormat }
                guard contains("hvcC", in: description) else { throw .damaged }
                return
            }
            // Smaller sizes have other meanings, which nobody uses before the description.
            guard size >= 8 else { break }
            offset += size
        }
        throw .damaged
    }

    private static func contains(_ name: String, in bytes: [UInt8]) -> Bool {
        let name = Array(name.utf8)
        return bytes.indices.dropLast(3).contains { bytes[$0] == name[0] && bytes[$0..<$0 + 4].elementsEqual(name) }
    }
}
