internal import MarketCore
internal import MarketModels

/// An inspection of what a decoder would do with a HEIF file, before it does.
///
/// The container's brand isn't sufficient: libheif decodes AV1 under the brand of HEIC too, with a decoder that this
/// market doesn't trust with uploads. Neither is the declared size: what is decoded, and takes memory, is the size that
/// the stream encodes.
struct HEIFContents {
    /// The maximum size of the description. That of an image of 48 megapixels, in about 200 tiles, takes less than 20
    /// KB.
    private static let longestDescription = 1 << 20
    /// The maximum number of boxes at the top level. Images have three to six.
    private static let maximumBoxCount = 1000
    /// The size of the largest coding block of HEVC, in pixels. The coded size may exceed the declared size by up to
    /// that.
    private static let largestBlock = 64
    private static let alphaTypes = [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:avc:2015:auxid:1",
    ]

    /// The size of the decoded planes of the image in the decoder, in bytes.
    private(set) var codedByteCount = 0

    /// The parts of the file to be decoded: all of it, with a description of only what is shown.
    var decodedParts: [UploadPart] {
        [
            .file(0..<place.lowerBound), .bytes(description.bytes(onlyOf: decodedItems)),
            .file(place.upperBound..<file.byteCount),
        ]
    }

    private let file: UploadFile
    /// Where the description is in the file.
    private let place: Range<Int>
    private let description: HEIFDescription
    /// The number of bytes that items may still refer to. Several items that refer to the same bytes would be decoded
    /// several times.
    private var unreadByteCount: Int
    /// The items that the decoder needs.
    private var decodedItems: Set<Int> = []

    /// - Throws: `ImageError.unknownFormat` when the content isn't HEVC, `.damaged` when it is inconsistent.
    init(of file: UploadFile) throws(ImageError) {
        self.file = file
        unreadByteCount = file.byteCount
        place = try Self.findDescription(in: file)
        guard let description = HEIFDescription(bytes: try file.read(place.count, at: place.lowerBound)) else {
            throw .damaged
        }
        self.description = description
        try check()
    }

    private static func findDescription(in file: UploadFile) throws(ImageError) -> Range<Int> {
        var window = BufferedFileReader(file)
        var found: Range<Int>?
        var offset = 0
        var count = 0
        while let header = try window.read(8, at: offset) {
            count += 1
            var size = header.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let type = header.suffix(4)
            var headerByteCount = 8
            if size == 1 {
                guard try window.readInteger32(at: offset + 8) == 0, let low = try window.readInteger32(at: offset + 12)
                else { throw .damaged }
                size = low
                headerByteCount = 16
            } else if size == 0 {
                size = file.byteCount - offset
            }
            guard size >= headerByteCount, count <= maximumBoxCount else { throw .damaged }
            if type.elementsEqual("meta".utf8) {
                guard found == nil, size <= longestDescription, offset + size <= file.byteCount else { throw .damaged }
                found = offset + headerByteCount..<offset + size
            }
            offset += size
        }
        guard let found else { throw .damaged }
        return found
    }

    // MARK: Items

    private mutating func check() throws(ImageError) {
        let primary = description.primary
        guard let size = size(of: primary) else { throw .damaged }
        try DeclaredSize.check(width: size.width, height: size.height)
        try check(primary, isPart: false)
        for reference in description.references where reference.type == "auxl" && reference.to == [primary] {
            guard isAlpha(reference.from) else { continue }
            guard let alpha = self.size(of: reference.from), alpha.width <= size.width, alpha.height <= size.height
            else {
                throw .damaged
            }
            try check(reference.from, isPart: false)
        }
    }

    /// - Parameter isPart: whether the item is part of another one, and therefore can't have parts itself.
    private mutating func check(_ item: Int, isPart: Bool) throws(ImageError) {
        decodedItems.insert(item)
        switch description.types[item] {
        case "hvc1": try checkStream(of: item)
        case "grid" where !isPart:
            let tiles = parts(of: item)
            try checkGrid(item, tiles)
            for tile in tiles { try check(tile, isPart: true) }
        case "iden" where !isPart:
            let parts = parts(of: item)
            guard parts.count == 1 else { throw .damaged }
            try check(parts[0], isPart: true)
        case nil: throw .damaged
        default: throw .unknownFormat
        }
    }

    private func parts(of item: Int) -> [Int] {
        description.references.filter { $0.type == "dimg" && $0.from == item }.flatMap(\.to)
    }

    private func size(of item: Int) -> (width: Int, height: Int)? {
        guard let body = description.property("ispe", of: item) else { return nil }
        var cursor = description.boxes.cursor(body)
        guard cursor.read(4) != nil, let width = cursor.read(4), let height = cursor.read(4) else { return nil }
        return (width, height)
    }

    private func isAlpha(_ item: Int) -> Bool {
        guard let body = description.property("auxC", of: item) else { return false }
        let text = description.boxes.bytes[body].dropFirst(4).prefix { $0 != 0 }
        return Self.alphaTypes.contains(String(decoding: text, as: UTF8.self))
    }

    /// Checks that both declarations of the grid's size agree, and that every tile overlaps the image.
    private mutating func checkGrid(_ item: Int, _ tiles: [Int]) throws(ImageError) {
        let data = HEIFBoxes(bytes: try bytes(of: item))
        guard let size = size(of: item), let isLong = data.integer(1, at: 1).map({ $0 & 1 }),
            let rows = data.integer(1, at: 2).map({ $0 + 1 }), let columns = data.integer(1, at: 3).map({ $0 + 1 }),
            data.integer(2 + 2 * isLong, at: 4) == size.width,
            data.integer(2 + 2 * isLong, at: 6 + 2 * isLong) == size.height,
            tiles.count == rows * columns, let first = tiles.first, let tile = self.size(of: first),
            (columns - 1) * tile.width < size.width, size.width <= columns * tile.width,
            (rows - 1) * tile.height < size.height, size.height <= rows * tile.height
        else { throw .damaged }
        for other in tiles {
            guard let otherSize = self.size(of: other), otherSize == tile else { throw .damaged }
        }
    }

    // MARK: Streams

    /// Checks that the item is a single image of the size that it declares.
    private mutating func checkStream(of item: Int) throws(ImageError) {
        guard let size = size(of: item), let body = description.property("hvcC", of: item) else { throw .damaged }
        let configuration = Array(description.boxes.bytes[body])
        guard let (lengthByteCount, sets) = Self.parameterSets(in: configuration), !sets.isEmpty else { throw .damaged }
        var largest = 0
        for set in sets { largest = max(largest, try check(set, size)) }
        let data = try bytes(of: item)
        var images = 0
        var offset = 0
        while offset < data.count {
            guard offset + lengthByteCount <= data.count else { throw .damaged }
            let length = data[offset..<offset + lengthByteCount].reduce(0) { $0 << 8 | Int($1) }
            offset += lengthByteCount
            guard length <= data.count - offset else { throw .damaged }
            let unit = data[offset..<offset + length]
            offset += length
            guard length >= 3 else { continue }
            let type = unit[unit.startIndex] >> 1 & 0x3F
            // A parameter set within the stream applies from there on.
            if type == Self.sequenceParameterSet { largest = max(largest, try check(unit, size)) }
            if type < Self.firstOther, unit[unit.startIndex + 2] & 0x80 != 0 { images += 1 }
        }
        guard images == 1 else { throw .damaged }
        codedByteCount += largest
    }

    private static let sequenceParameterSet: UInt8 = 33
    /// NAL units of lower types are slices.
    private static let firstOther: UInt8 = 32

    /// - Returns: the size of the decoded image in the decoder, in bytes.
    private func check(
        _ set: some Sequence<UInt8>,
        _ size: (width: Int, height: Int)
    ) throws(ImageError) -> Int {
        guard let set = HEVCParameterSet(unit: set),
            size.width...size.width + Self.largestBlock ~= set.width,
            size.height...size.height + Self.largestBlock ~= set.height
        else { throw .damaged }
        return set.byteCount
    }

    /// - Returns: the number of bytes of a unit's length field, and the sequence parameter sets.
    private static func parameterSets(in configuration: [UInt8]) -> (Int, [ArraySlice<UInt8>])? {
        let boxes = HEIFBoxes(bytes: configuration)
        guard configuration.count >= 23 else { return nil }
        var cursor = boxes.cursor(23..<configuration.count)
        var sets: [ArraySlice<UInt8>] = []
        for _ in 0..<configuration[22] {
            guard let type = cursor.read(1), let count = cursor.read(2) else { return nil }
            for _ in 0..<count {
                guard let length = cursor.read(2), cursor.offset + length <= configuration.count else { return nil }
                if type & 0x3F == Int(sequenceParameterSet) {
                    sets.append(configuration[cursor.offset..<cursor.offset + length])
                }
                cursor.skip(length)
            }
        }
        return (Int(configuration[21] & 3) + 1, sets)
    }

    private mutating func bytes(of item: Int) throws(ImageError) -> [UInt8] {
        guard let location = description.locations[item] else { throw .damaged }
        var bytes: [UInt8] = []
        for extent in location.extents {
            unreadByteCount -= extent.count
            guard extent.count > 0, unreadByteCount >= 0 else { throw .damaged }
            switch location.method {
            case 0:
                let part = try file.read(extent.count, at: extent.offset)
                guard part.count == extent.count else { throw .damaged }
                bytes += part
            case 1:
                guard let data = description.itemData, extent.offset + extent.count <= data.count else {
                    throw .damaged
                }
                let start = data.lowerBound + extent.offset
                bytes += description.boxes.bytes[start..<start + extent.count]
            default: throw .damaged
            }
        }
        return bytes
    }
}
