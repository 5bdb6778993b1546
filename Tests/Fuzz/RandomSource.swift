/// Random numbers that depend only on the seed and the input's number, so that every input can be reproduced.
struct RandomSource: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64, number: UInt64) { state = Self.mix(seed &+ Self.mix(number &+ 1)) }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// Returns a number from 0 to below `count`, which may be 0.
    mutating func choose(_ count: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(max(count, 1))).high) }

    mutating func choose<Element>(from elements: [Element]) -> Element { elements[choose(elements.count)] }

    /// Returns true with a probability of 1 in `count`.
    mutating func isOne(in count: Int) -> Bool { choose(count) == 0 }

    /// The last step of SplitMix64.
    private static func mix(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
