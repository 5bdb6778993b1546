/// The `meta` box of a HEIF file (ISO/IEC 23008-12), which describes the items, their properties and their locations.
struct HEIFDescription {
    struct Reference {
        let type: String
        let typeOffset: Int
        let from: Int
        let to: [Int]
    }

    struct Property {
        let type: String
        let body: Range<Int>
    }

    struct Location {
        /// The construction method: 0 for the file, 1 for ``HEIFDescription/itemData``.
        let method: Int
        let extents: [(offset: Int, count: Int)]
    }

    private static let neededReferences: Set<String> = ["dimg", "auxl"]
    /// The type of boxes to be ignored (ISO/IEC 14496-12).
    private static let unknownType = Array("skip".utf8)

    let boxes: HEIFBoxes
    private(set) var primary = 0
    /// The item types by item id.
    private(set) var types: [Int: String] = [:]
    private var typeOffsets: [Int: Int] = [:]
    private(set) var references: [Reference] = []
    private(set) var properties: [Int: [Property]] = [:]
    private(set) var locations: [Int: Location] = [:]
    private(set) var itemData: Range<Int>?

    /// - Parameter bytes: the body of the box.
    /// - Returns: nil when the box is malformed or contains duplicates.
    init?(bytes: [UInt8]) {
        boxes = HEIFBoxes(bytes: bytes)
        guard bytes.count >= 4, let children = boxes.boxes(in: 4..<bytes.count) else { return nil }
        var seen: Set<String> = []
        for box in children {
            let isKnown: Bool
            switch box.type {
            case "pitm": isKnown = readPrimary(box.body)
            case "iinf": isKnown = readTypes(box.body)
            case "iref": isKnown = readReferences(box.body)
            case "iprp": isKnown = readProperties(box.body)
            case "iloc": isKnown = readLocations(box.body)
            case "idat":
                itemData = box.body
                isKnown = true
            default: continue
            }
            guard isKnown, seen.insert(box.type).inserted else { return nil }
        }
    }

    func property(_ type: String, of item: Int) -> Range<Int>? {
        properties[item]?.first { $0.type == type }?.body
    }

    /// Returns the body of the box without other items than those that are decoded, and without other references than
    /// those from one to its parts, and from an alpha channel to its image.
    ///
    /// They are left in their places, so that offsets stay right, but as types that no decoder knows. Decoders refuse whole
    /// files for depth maps, gain maps and thumbnails that nobody would see.
    func bytes(onlyOf items: Set<Int>) -> [UInt8] {
        var bytes = boxes.bytes
        let hidden = typeOffsets.filter { !items.contains($0.key) }.map(\.value)
        let unused = references.filter { !items.contains($0.from) || !Self.neededReferences.contains($0.type) }
        for offset in hidden + unused.map(\.typeOffset) {
            bytes.replaceSubrange(offset..<offset + 4, with: Self.unknownType)
        }
        return bytes
    }

    // MARK: Boxes

    private mutating func readPrimary(_ body: Range<Int>) -> Bool {
        var cursor = boxes.cursor(body)
        guard let version = cursor.readVersion(), let id = cursor.read(version == 0 ? 2 : 4) else { return false }
        primary = id
        return true
    }

    private mutating func readTypes(_ body: Range<Int>) -> Bool {
        var cursor = boxes.cursor(body)
        guard let version = cursor.readVersion(), cursor.read(version == 0 ? 2 : 4) != nil,
            let entries = boxes.boxes(in: cursor.offset..<body.upperBound)
        else { return false }
        for entry in entries where entry.type == "infe" {
            var cursor = boxes.cursor(entry.body)
            guard let version = cursor.readVersion() else { return false }
            // Entries of older versions have no type, and no decoder shows such items.
            guard version >= 2 else { continue }
            guard let id = cursor.read(version == 2 ? 2 : 4), cursor.read(2) != nil, cursor.read(4) != nil,
                types[id] == nil
            else { return false }
            types[id] = String(decoding: boxes.bytes[cursor.offset - 4..<cursor.offset], as: UTF8.self)
            typeOffsets[id] = cursor.offset - 4
        }
        return true
    }

    private mutating func readReferences(_ body: Range<Int>) -> Bool {
        var cursor = boxes.cursor(body)
        guard let version = cursor.readVersion(), let entries = boxes.boxes(in: cursor.offset..<body.upperBound) else {
            return false
        }
        let size = version == 0 ? 2 : 4
        for entry in entries {
            var cursor = boxes.cursor(entry.body)
            guard let from = cursor.read(size), let count = cursor.read(2) else { return false }
            var to: [Int] = []
            for _ in 0..<count {
                guard let id = cursor.read(size) else { return false }
                to.append(id)
            }
            references.append(Reference(type: entry.type, typeOffset: entry.typeOffset, from: from, to: to))
        }
        return true
    }

    private mutating func readProperties(_ body: Range<Int>) -> Bool {
        guard let children = boxes.boxes(in: body),
            let container = children.first(where: { $0.type == "ipco" }),
            let all = boxes.boxes(in: container.body)
        else { return false }
        for association in children where association.type == "ipma" {
            var cursor = boxes.cursor(association.body)
            guard let versionAndFlags = cursor.read(4), let count = cursor.read(4) else { return false }
            let (version, isLong) = (versionAndFlags >> 24, versionAndFlags & 1 == 1)
            for _ in 0..<count {
                guard let item = cursor.read(version == 0 ? 2 : 4), let number = cursor.read(1) else { return false }
                for _ in 0..<number {
                    guard let value = cursor.read(isLong ? 2 : 1) else { return false }
                    // The index is 1-based. The highest bit only marks the property as essential.
                    let index = value & (isLong ? 0x7FFF : 0x7F)
                    guard index <= all.count else { return false }
                    guard index > 0 else { continue }
                    properties[item, default: []].append(Property(type: all[index - 1].type, body: all[index - 1].body))
                }
            }
        }
        return true
    }

    private mutating func readLocations(_ body: Range<Int>) -> Bool {
        var cursor = boxes.cursor(body)
        guard let version = cursor.readVersion(), version <= 2, let sizes = cursor.read(2),
            let count = cursor.read(version < 2 ? 2 : 4)
        else { return false }
        let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
        let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
        guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy([0, 4, 8].contains) else { return false }
        for _ in 0..<count {
            guard let item = cursor.read(version < 2 ? 2 : 4),
                let method = version == 0 ? 0 : cursor.read(2).map({ $0 & 15 }),
                cursor.read(2) != nil, let base = cursor.read(baseSize), let number = cursor.read(2)
            else { return false }
            var extents: [(offset: Int, count: Int)] = []
            for _ in 0..<number {
                guard cursor.read(indexSize) != nil, let offset = cursor.read(offsetSize),
                    let length = cursor.read(lengthSize)
                else { return false }
                extents.append((base + offset, length))
            }
            guard locations.updateValue(Location(method: method, extents: extents), forKey: item) == nil else {
                return false
            }
        }
        return true
    }
}

extension HEIFBoxes.Cursor {
    /// Reads the version and flags of a full box and returns the version.
    mutating func readVersion() -> Int? { read(4).map { $0 >> 24 } }
}
