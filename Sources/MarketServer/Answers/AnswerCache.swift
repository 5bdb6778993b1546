import Synchronization

/// Keeps encoded answers by what was asked for, up to a number of bytes.
///
/// Whether an answer is still right is its own affair (``CachedAnswer/isFresh(at:)``); the cache only remembers. When it
/// is full it forgets what was not asked for lately: each answer has a mark that a look-up sets, and a hand that goes
/// round takes marks away and drops what has none (the CLOCK algorithm: nearly LRU, and a hit moves nothing).
final class AnswerCache: Sendable {
    /// A request, as far as its answer depends on it.
    struct Key: Hashable, Sendable {
        let destination: OriginPolicy.Destination
        /// Path and query, as they came.
        let target: String

        /// What the key weighs in memory, about.
        var byteCount: Int { target.utf8.count + (destination.parts?.authority.utf8.count ?? 0) + 64 }
    }

    private struct Slot {
        let key: Key
        var answer: CachedAnswer
        var isMarked: Bool

        /// The key stands in the slot and in the index.
        var byteCount: Int { answer.byteCount + 2 * key.byteCount }
    }

    private struct Shard {
        var indices: [Key: Int] = [:]
        var slots: [Slot] = []
        var hand = 0
        var byteCount = 0
    }

    /// A target that is longer is not worth keeping.
    static let maximumTargetByteCount = 512

    private static let shardCount = 8
    private let shards: [Mutexed<Shard>]
    private let shardCapacity: Int

    init(byteCount: Int) {
        shardCapacity = max(1, byteCount / Self.shardCount)
        shards = (0..<Self.shardCount).map { _ in Mutexed(Shard()) }
    }

    func answer(for key: Key) -> CachedAnswer? {
        shard(of: key).withLock { shard in
            guard let index = shard.indices[key] else { return nil }
            shard.slots[index].isMarked = true
            return shard.slots[index].answer
        }
    }

    func keep(_ answer: CachedAnswer, for key: Key) {
        let slot = Slot(key: key, answer: answer, isMarked: false)
        guard key.target.utf8.count <= Self.maximumTargetByteCount, slot.byteCount <= shardCapacity else { return }
        shard(of: key).withLock { shard in
            if let index = shard.indices[key] { Self.drop(index, from: &shard) }
            // Room is made before the newest comes in, so that it can't be what has to go.
            while shard.byteCount + slot.byteCount > shardCapacity { Self.dropOne(from: &shard) }
            shard.indices[key] = shard.slots.count
            shard.slots.append(slot)
            shard.byteCount += slot.byteCount
        }
    }

    /// How many answers are kept, and what they weigh, about.
    var contents: (count: Int, byteCount: Int) {
        shards.reduce((0, 0)) { sum, shard in
            let (count, bytes) = shard.withLock { ($0.slots.count, $0.byteCount) }
            return (sum.0 + count, sum.1 + bytes)
        }
    }

    /// Moves the hand on to the first answer without a mark, and drops that.
    private static func dropOne(from shard: inout Shard) {
        while true {
            if shard.hand >= shard.slots.count { shard.hand = 0 }
            guard shard.slots[shard.hand].isMarked else { break }
            shard.slots[shard.hand].isMarked = false
            shard.hand += 1
        }
        drop(shard.hand, from: &shard)
        // What has come here from the end is young: it is passed by once.
        shard.hand += 1
    }

    private static func drop(_ index: Int, from shard: inout Shard) {
        let dropped = shard.slots[index]
        shard.byteCount -= dropped.byteCount
        shard.indices[dropped.key] = nil
        // The last slot takes the place of the one that goes.
        let last = shard.slots.removeLast()
        if index < shard.slots.count {
            shard.slots[index] = last
            shard.indices[last.key] = index
        }
    }

    private func shard(of key: Key) -> Mutexed<Shard> {
        shards[Int(UInt(bitPattern: key.hashValue) % UInt(Self.shardCount))]
    }
}

/// A mutex that can stand in an array.
final class Mutexed<Value>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: sending Value) {
        mutex = Mutex(value)
    }

    func withLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
        mutex.withLock(body)
    }
}
