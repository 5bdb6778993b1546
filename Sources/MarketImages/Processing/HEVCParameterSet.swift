/// The size of the images in an HEVC stream, from its sequence parameter set (ITU-T H.265, 7.3.2.2).
struct HEVCParameterSet: Hashable {
    /// The width of the luma plane in pixels, before cropping.
    let width: Int
    /// The height of the luma plane in pixels, before cropping.
    let height: Int
    /// The size of all planes of a decoded image, in bytes.
    let byteCount: Int

    /// - Parameter unit: the NAL unit with its two-byte header.
    init?(unit: some Sequence<UInt8>) {
        var bits = BitReader(Self.withoutEmulationPrevention(unit))
        bits.skip(16 + 4)
        guard let layers = bits.read(3), layers < 7 else { return nil }
        bits.skip(1)
        Self.skipProfile(&bits, layers: layers)
        // The id of the parameter set.
        _ = bits.readExpGolomb()
        guard let chroma = bits.readExpGolomb(), chroma <= 3 else { return nil }
        if chroma == 3 { bits.skip(1) }
        guard let width = bits.readExpGolomb(), let height = bits.readExpGolomb(),
            1...65535 ~= width, 1...65535 ~= height, let isCropped = bits.read(1)
        else { return nil }
        if isCropped == 1 { for _ in 0..<4 { _ = bits.readExpGolomb() } }
        guard let lumaDepth = bits.readExpGolomb(), let chromaDepth = bits.readExpGolomb(),
            lumaDepth <= 8, chromaDepth <= 8
        else { return nil }
        self.width = width
        self.height = height
        // Monochrome, 4:2:0, 4:2:2 and 4:4:4, in halves of the size of the luma plane.
        let halvesOfLuma = [2, 3, 4, 6][chroma]
        byteCount = width * height * halvesOfLuma / 2 * (max(lumaDepth, chromaDepth) > 0 ? 2 : 1)
    }

    private static func skipProfile(_ bits: inout BitReader, layers: Int) {
        let profile = 88
        let level = 8
        bits.skip(profile + level)
        var present: [(profile: Bool, level: Bool)] = []
        for _ in 0..<layers { present.append((bits.read(1) == 1, bits.read(1) == 1)) }
        if layers > 0 { bits.skip(2 * (8 - layers)) }
        for layer in present { bits.skip((layer.profile ? profile : 0) + (layer.level ? level : 0)) }
    }

    /// The number of bytes to read. A parameter set takes a few hundred bytes, and the size is near its beginning.
    private static let longestStart = 1024

    /// Removes the emulation prevention bytes: each 3 that follows two zeros.
    private static func withoutEmulationPrevention(_ unit: some Sequence<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var zeros = 0
        for byte in unit.prefix(longestStart) {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        return bytes
    }
}
