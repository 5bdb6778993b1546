import FieldSamples
import Foundation

@testable import MarketAPI

/// Mutates inputs in ways that tend to break parsers; the same in every run.
///
/// `FUZZ_ROUNDS` and `FUZZ_SEED` in the environment give longer and different runs:
/// `FUZZ_ROUNDS=10000000 swift test -c release -Xswiftc -enable-testing --filter Fuzz`.
struct Fuzzer {
    static let rounds = number("FUZZ_ROUNDS") ?? defaultRounds

    #if DEBUG
    private static let defaultRounds = 5000
    #else
    private static let defaultRounds = 200_000
    #endif

    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

    private var generator: SeededGenerator
    private let seeds: [[UInt8]]
    private let tokens: [[UInt8]]

    init(seed: UInt64, seeds: [[UInt8]], tokens: [[UInt8]]) {
        generator = SeededGenerator(seed: Self.number("FUZZ_SEED").map { UInt64(bitPattern: Int64($0)) } ?? seed)
        self.seeds = seeds
        self.tokens = tokens
    }

    mutating func choose(_ count: Int) -> Int { Int.random(in: 0..<max(count, 1), using: &generator) }

    /// Returns one of the seeds with up to eight changes.
    mutating func next() -> [UInt8] {
        var bytes = seeds[choose(seeds.count)]
        for _ in 0..<choose(9) { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = choose(bytes.count + 1)
        let end = min(bytes.count, place + choose(40))
        switch choose(7) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(choose(8))
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: Array(bytes[place..<end]), at: choose(bytes.count + 1))
        case 3: bytes.removeSubrange(place...)
        case 4:
            let other = seeds[choose(seeds.count)]
            bytes.replaceSubrange(place..., with: other[choose(other.count)...])
        default: bytes.insert(contentsOf: tokens[choose(tokens.count)], at: place)
        }
    }

    /// Cuts the bytes into chunks of one to a hundred bytes.
    mutating func cut(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        let largest = 1 + choose(100)
        while !rest.isEmpty {
            let piece = rest.prefix(1 + choose(largest))
            pieces.append(piece)
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }
}
