/// Reads baseline JPEG independently of libvips: the segments before the data, and the average color of each block of
/// 8×8 pixels.
struct JPEGReader {
    struct Damage: Error {}

    struct Segment: Equatable {
        let marker: UInt8
        let bytes: [UInt8]
    }

    private(set) var segments: [Segment] = []
    private(set) var width = 0
    private(set) var height = 0
    private var components: [Component] = []
    private var steps: [UInt8: Int] = [:]
    private var codes: [UInt8: HuffmanCode] = [:]

    struct Component {
        let horizontal: Int
        let vertical: Int
        let quantization: UInt8
        var dcCode: UInt8 = 0
        var acCode: UInt8 = 0
        /// The average of each block, 0 to 255, in rows of `stride`.
        var averages: [Int] = []
        var stride = 0
        var last = 0
    }

    init(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: [0xFF, 0xD8]), bytes.suffix(2) == [0xFF, 0xD9] else { throw Damage() }
        var offset = 2
        while segments.last?.marker != 0xDA {
            guard offset + 4 <= bytes.count, bytes[offset] == 0xFF else { throw Damage() }
            let end = offset + 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
            guard end <= bytes.count else { throw Damage() }
            segments.append(Segment(marker: bytes[offset + 1], bytes: Array(bytes[offset + 4..<end])))
            offset = end
        }
        for segment in segments { read(segment) }
        try decode(BitReader(bytes: bytes, offset: offset))
    }

    /// Returns the average color around a position, given as fractions of the whole, 0 to 1.
    func color(x: Double, y: Double) -> RGB {
        let values = components.map { component in
            let rows = component.averages.count / component.stride
            let maximum = (components.map(\.horizontal).max() ?? 1, components.map(\.vertical).max() ?? 1)
            let column = Int(x * Double(width) * Double(component.horizontal) / Double(maximum.0)) / 8
            let row = Int(y * Double(height) * Double(component.vertical) / Double(maximum.1)) / 8
            return Double(component.averages[min(row, rows - 1) * component.stride + min(column, component.stride - 1)])
        }
        let (luma, blue, red) = (values[0], values[1] - 128, values[2] - 128)
        return RGB(Int(luma + 1.402 * red), Int(luma - 0.344 * blue - 0.714 * red), Int(luma + 1.772 * blue))
    }

    private mutating func read(_ segment: Segment) {
        let bytes = segment.bytes
        switch segment.marker {
        case 0xDB:
            // Only the first of the 64 quantization steps, for the average, matters.
            for start in stride(from: 0, to: bytes.count, by: 65) { steps[bytes[start]] = Int(bytes[start + 1]) }
        case 0xC4:
            var start = 0
            while start < bytes.count {
                let counts = bytes[start + 1...start + 16].map(Int.init)
                let end = start + 17 + counts.reduce(0, +)
                codes[bytes[start]] = HuffmanCode(counts: counts, values: Array(bytes[start + 17..<end]))
                start = end
            }
        case 0xC0:
            height = Int(bytes[1]) << 8 + Int(bytes[2])
            width = Int(bytes[3]) << 8 + Int(bytes[4])
            components = stride(from: 6, to: bytes.count, by: 3).map {
                Component(
                    horizontal: Int(bytes[$0 + 1] >> 4),
                    vertical: Int(bytes[$0 + 1] & 15),
                    quantization: bytes[$0 + 2]
                )
            }
        case 0xDA:
            for index in components.indices {
                components[index].dcCode = bytes[2 + index * 2] >> 4
                components[index].acCode = bytes[2 + index * 2] & 15 | 0x10
            }
        default: break
        }
    }

    private mutating func decode(_ reader: BitReader) throws {
        var reader = reader
        let horizontal = components.map(\.horizontal).max() ?? 1
        let vertical = components.map(\.vertical).max() ?? 1
        let columns = (width + 8 * horizontal - 1) / (8 * horizontal)
        let rows = (height + 8 * vertical - 1) / (8 * vertical)
        guard components.count == 3 else { throw Damage() }
        for index in components.indices {
            components[index].stride = columns * components[index].horizontal
            let count = components[index].stride * rows * components[index].vertical
            components[index].averages = Array(repeating: 0, count: count)
        }
        for unit in 0..<columns * rows {
            for index in components.indices {
                let (across, down) = (components[index].horizontal, components[index].vertical)
                for block in 0..<across * down {
                    let column = unit % columns * across + block % across
                    let row = unit / columns * down + block / across
                    let average = try decodeBlock(of: index, &reader)
                    components[index].averages[row * components[index].stride + column] = average
                }
            }
        }
    }

    private mutating func decodeBlock(of index: Int, _ reader: inout BitReader) throws -> Int {
        let component = components[index]
        guard let dc = codes[component.dcCode], let ac = codes[component.acCode] else { throw Damage() }
        components[index].last += reader.signed(Int(try dc.next(&reader)))
        var position = 1
        while position < 64 {
            let symbol = Int(try ac.next(&reader))
            if symbol == 0 { break }
            _ = reader.signed(symbol & 15)
            position += 1 + symbol >> 4
        }
        let average = components[index].last * (steps[component.quantization] ?? 1) / 8 + 128
        return min(255, max(0, average))
    }
}
