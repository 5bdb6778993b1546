/// Random numbers that depend on nothing but the seed and the input's number, so that every input can be made again.
struct RandomSource: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64, number: UInt64) { state = Self.mix(seed &+ Self.mix(number &+ 1)) }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// A number from 0 to below `count`, which may be 0.
    mutating func choose(_ count: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(max(count, 1))).high) }

    mutating func choose<Element>(from elements: [Element]) -> Element { elements[choose(elements.count)] }

    /// Whether something that comes once in so many times comes now.
    mutating func isOne(in count: Int) -> Bool { choose(count) == 0 }

    /// SplitMix64's last step.
    private static func mix(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
