/// The way in which an input is split into the chunks that a reader receives.
enum Cut {
    case whole
    case single
    case two(at: Int)
    case random(largest: Int)

    /// Returns a random way of cutting that is affordable for an input of this size.
    static func any(for byteCount: Int, _ random: inout RandomSource) -> Cut {
        if byteCount <= 256, random.isOne(in: 8) { return .single }
        if random.isOne(in: 4) { return .two(at: random.choose(byteCount + 1)) }
        // A large input in tiny chunks is slow and finds nothing more.
        if byteCount > 8192 { return .random(largest: 8192) }
        return .random(
            largest: random.choose(from: byteCount > 512 && !random.isOne(in: 16) ? [64, 256, 1024] : [4, 16, 64])
        )
    }

    func forEachPiece(
        of bytes: UnsafeRawBufferPointer,
        _ random: inout RandomSource,
        _ use: (UnsafeRawBufferPointer) throws -> Void
    ) rethrows {
        var position = 0
        while position < bytes.count {
            let rest = bytes.count - position
            let count =
                switch self {
                case .whole: rest
                case .single: 1
                case .two(let place): position < place ? min(place, rest) : rest
                case .random(let largest): min(1 + random.choose(largest), rest)
                }
            try use(UnsafeRawBufferPointer(rebasing: bytes[position..<(position + count)]))
            position += count
        }
    }
}
