/// Mutates the bytes of an input in ways that tend to break parsers.
struct Mutator: Sendable {
    private let seeds: [Seed]
    private let tokens: [[UInt8]]

    init(seeds: [Seed], tokens: [[UInt8]]) {
        self.seeds = seeds
        self.tokens = tokens
    }

    /// Replaces the input with a seed and applies up to eight changes.
    func make(_ input: inout FuzzInput, _ random: inout RandomSource) {
        let seed = random.choose(from: seeds)
        input.contentType = seed.contentType
        input.bytes.removeAll(keepingCapacity: true)
        input.bytes += seed.bytes
        change(&input.bytes, seed, times: random.choose(9), &random)
    }

    /// Changes existing bytes.
    func change(_ bytes: inout [UInt8], times: Int, _ random: inout RandomSource) {
        change(&bytes, random.choose(from: seeds), times: times, &random)
    }

    private func change(_ bytes: inout [UInt8], _ seed: Seed, times: Int, _ random: inout RandomSource) {
        for _ in 0..<times { changeOnce(&bytes, seed, &random) }
        if random.isOne(in: 1024) { flood(&bytes, &random) }
        if bytes.count > FuzzInput.maximumByteCount { bytes.removeSubrange(FuzzInput.maximumByteCount...) }
    }

    private func changeOnce(_ bytes: inout [UInt8], _ seed: Seed, _ random: inout RandomSource) {
        let place = random.choose(bytes.count + 1)
        let stretch = place..<min(bytes.count, place + random.choose(random.isOne(in: 8) ? 400 : 24))
        switch random.choose(16) {
        case 0, 1:
            if place < bytes.count { bytes[place] ^= 1 << UInt8(random.choose(8)) }
        case 2:
            if place < bytes.count { bytes[place] = random.choose(from: Self.tellingBytes) }
        case 3, 4:
            bytes.removeSubrange(stretch)
        case 5:
            bytes.insert(contentsOf: Array(bytes[stretch]), at: random.choose(bytes.count + 1))
        case 6:
            let copy = bytes[stretch]
            let target = random.choose(bytes.count - copy.count + 1)
            bytes.replaceSubrange(target..<(target + copy.count), with: Array(copy))
        case 7:
            if random.isOne(in: 3) { bytes.removeSubrange(place...) }
        case 8:
            let other = random.choose(from: seeds).bytes
            bytes.replaceSubrange(place..., with: other[random.choose(other.count)...])
        case 9:
            let section = bytes[stretch]
            let copies = repeatElement(section, count: 1 + random.choose(8))
            bytes.insert(contentsOf: copies.joined(), at: place)
        case 10:
            let byte = place < bytes.count ? bytes[place] : random.choose(from: Self.tellingBytes)
            let count = random.choose(from: Self.tellingLengths) + random.choose(3)
            bytes.insert(contentsOf: repeatElement(byte, count: count), at: place)
        case 11:
            let token = token(of: seed, &random)
            bytes.replaceSubrange(place..<min(bytes.count, place + token.count), with: token)
        default:
            bytes.insert(contentsOf: token(of: seed, &random), at: place)
        }
    }

    private func token(of seed: Seed, _ random: inout RandomSource) -> [UInt8] {
        let ofSeed = seed.tokens.isEmpty || random.isOne(in: 2)
        return random.choose(from: ofSeed ? tokens : seed.tokens)
    }

    /// Repeats a section until the input is large, which reveals quadratic algorithms.
    private func flood(_ bytes: inout [UInt8], _ random: inout RandomSource) {
        let place = random.choose(bytes.count + 1)
        var section = Array(bytes[place..<min(bytes.count, place + 1 + random.choose(60))])
        for _ in 0..<random.choose(3) { section += random.choose(from: tokens) }
        guard !section.isEmpty else { return }
        let wanted = 16_384 << random.choose(4)
        bytes.insert(contentsOf: repeatElement(section, count: wanted / section.count).joined(), at: place)
    }

    private static let tellingBytes: [UInt8] = [0, 9, 10, 13, 32, 34, 45, 58, 59, 61, 92, 0x7F, 0x80, 0xC0, 0xEF, 0xFF]

    /// Just below the bounds of the readers.
    private static let tellingLengths = [1, 6, 17, 62, 68, 126, 198, 254]
}
