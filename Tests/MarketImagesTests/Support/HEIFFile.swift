/// A HEIF file of one image, with a stream from a fixture and properties that a test chooses.
struct HEIFFile {
    /// The item type, in `infe`.
    var type: String
    /// The declared width, in `ispe`.
    var width: Int
    var height: Int
    /// `hvcC` or `av1C`.
    var configuration: (type: String, body: [UInt8])
    var data: [UInt8]
    /// The size of a `free` box within the metadata.
    var freeByteCount = 0
    /// Further items, with the number 2 and above, which have the data and the properties of the image.
    var otherTypes: [String] = []
    /// The type of a reference, its item, and those to which it refers.
    var references: [(type: String, from: UInt8, to: [UInt8])] = []
    /// The type of the auxiliary image that all further items say to be.
    var auxiliaryType = "urn:com:apple:photo:2020:aux:hdrgainmap"
    /// The items that are alternatives of each other, in the order of preference.
    var alternatives: [UInt8] = []

    /// Reads `photo.heic`, 320 × 240, without its thumbnail.
    static func hevc() throws -> HEIFFile {
        let bytes = try Photo.bytes("photo.heic")
        // Version 1: two bytes each for id, method and reference.
        let location = try Self.offset(of: "iloc", in: bytes) + 18
        return HEIFFile(
            type: "hvc1",
            width: 320,
            height: 240,
            configuration: ("hvcC", try body(of: "hvcC", in: bytes)),
            data: data(at: location, in: bytes)
        )
    }

    /// Reads `photo.avif`, 64 × 48.
    static func av1() throws -> HEIFFile {
        let bytes = try Photo.bytes("photo.avif")
        // Version 0, without a method.
        let location = try Self.offset(of: "iloc", in: bytes) + 16
        return HEIFFile(
            type: "av01",
            width: 64,
            height: 48,
            configuration: ("av1C", try body(of: "av1C", in: bytes)),
            data: data(at: location, in: bytes)
        )
    }

    /// The file, with the brand of HEVC.
    var bytes: [UInt8] {
        let kind = Self.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
        let start = kind.count + description(dataOffset: 0).count + 8
        return kind + description(dataOffset: start) + Self.box("mdat", data)
    }

    /// Declares another image size in the stream itself, before the slices.
    mutating func insertParameterSet(width: Int, height: Int) {
        let unit = HEVCUnit.parameterSet(width: width, height: height)
        data = Self.number(unit.count) + unit + data
    }

    /// Declares another image size in the configuration.
    mutating func replaceParameterSet(width: Int, height: Int) {
        let unit = HEVCUnit.parameterSet(width: width, height: height)
        configuration.body =
            Array(configuration.body[..<22]) + [1, 0x21, 0, 1] + Self.number(unit.count).suffix(2) + unit
    }

    private func description(dataOffset: Int) -> [UInt8] {
        let properties =
            Self.box(configuration.type, configuration.body)
            + Self.box("ispe", [0, 0, 0, 0] + Self.number(width) + Self.number(height))
            + Self.box("auxC", [0, 0, 0, 0] + Array(auxiliaryType.utf8) + [0])
        let items = Array(([type] + otherTypes).enumerated()).map { (id: UInt8($0.offset + 1), type: $0.element) }
        let children: [[UInt8]] = [
            Self.box("hdlr", [0, 0, 0, 0, 0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)),
            Self.box("pitm", [0, 0, 0, 0, 0, 1]),
            Self.box(
                "iinf",
                [0, 0, 0, 0, 0, UInt8(items.count)]
                    + items.flatMap { Self.box("infe", [2, 0, 0, 0, 0, $0.id, 0, 0] + Array($0.type.utf8) + [0]) }
            ),
            freeByteCount > 0 ? Self.box("free", [UInt8](repeating: 0, count: freeByteCount)) : [],
            Self.box(
                "iprp",
                Self.box("ipco", properties)
                    + Self.box(
                        "ipma",
                        [0, 0, 0, 0] + Self.number(items.count)
                            + items.flatMap { $0.id == 1 ? [0, 1, 2, 0x81, 0x02] : [0, $0.id, 3, 0x81, 0x02, 0x03] }
                    )
            ),
            references.isEmpty
                ? []
                : Self.box(
                    "iref",
                    [0, 0, 0, 0]
                        + references.flatMap { reference in
                            Self.box(
                                reference.type,
                                [0, reference.from, 0, UInt8(reference.to.count)] + reference.to.flatMap { [0, $0] }
                            )
                        }
                ),
            alternatives.isEmpty
                ? []
                : Self.box(
                    "grpl",
                    Self.box(
                        "altr",
                        [0, 0, 0, 0] + Self.number(100) + Self.number(alternatives.count)
                            + alternatives.flatMap { Self.number(Int($0)) }
                    )
                ),
            Self.box(
                "iloc",
                [0, 0, 0, 0, 0x44, 0, 0, UInt8(items.count)]
                    + items.flatMap { [0, $0.id, 0, 0, 0, 1] + Self.number(dataOffset) + Self.number(data.count) }
            ),
        ]
        return Self.box("meta", [0, 0, 0, 0] + children.flatMap { $0 })
    }

    private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        number(body.count + 8) + Array(type.utf8) + body
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private struct MissingBox: Error {}

    private static func offset(of type: String, in bytes: [UInt8]) throws -> Int {
        let type = Array(type.utf8)
        let found = bytes.indices.dropLast(3).first { bytes[$0..<$0 + 4].elementsEqual(type) }
        guard let found else { throw MissingBox() }
        return found
    }

    private static func integer(at offset: Int, in bytes: [UInt8]) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func body(of type: String, in bytes: [UInt8]) throws -> [UInt8] {
        let offset = try offset(of: type, in: bytes)
        return Array(bytes[offset + 4..<offset - 4 + integer(at: offset - 4, in: bytes)])
    }

    /// Reads an extent: the base, the number of extents, and the only one's offset and length.
    private static func data(at location: Int, in bytes: [UInt8]) -> [UInt8] {
        let start = integer(at: location, in: bytes) + integer(at: location + 6, in: bytes)
        return Array(bytes[start..<start + integer(at: location + 10, in: bytes)])
    }
}

/// NAL units of an HEVC stream.
enum HEVCUnit {
    /// Returns a sequence parameter set: main profile, 4:2:0, 8 bits.
    static func parameterSet(width: Int, height: Int) -> [UInt8] {
        var bits = BitWriter()
        // The NAL unit header of this type; no layers.
        bits.write(0x4201, 16)
        bits.write(0, 7)
        bits.write(1, 1)
        // Main still image, level 6.2.
        for (value, count) in [(0x03, 8), (0x7000_0000, 32), (0x9000, 16), (0, 32), (186, 8)] {
            bits.write(value, count)
        }
        for value in [0, 1, width, height] { bits.writeExpGolomb(value) }
        bits.write(0, 1)
        for value in [0, 0, 4] { bits.writeExpGolomb(value) }
        bits.write(1, 1)
        for value in [4, 0, 0, 0, 3, 0, 3, 0, 0] { bits.writeExpGolomb(value) }
        bits.write(0b0000_0000_1, 9)
        // An emulation prevention byte, 3, keeps two zeros from looking like the start of a unit.
        var unit: [UInt8] = []
        for byte in bits.bytes {
            if unit.suffix(2) == [0, 0], byte <= 3 { unit.append(3) }
            unit.append(byte)
        }
        return unit
    }
}
