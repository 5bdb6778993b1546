import Synchronization

/// Keeps encoded answers by what was asked for, up to a number of bytes.
///
/// Whether an answer is still right is its own affair (``CachedAnswer/isFresh(at:)``); the cache only remembers. When it
/// is full it forgets what was not asked for lately: each answer has a mark that a look-up sets, and a hand that goes
/// round takes marks away and drops what has none (the CLOCK algorithm: nearly LRU, and a hit moves nothing).
final class AnswerCache: Sendable {
    /// A request, as far as its answer depends on it.
    struct Key: Hashable, Sendable {
        /// Nil where the origin is fixed.
        let origin: OriginPolicy.Parts?
        /// Path and query, as they came.
        let target: String
    }

    private struct Slot {
        let key: Key
        var answer: CachedAnswer
        var isMarked: Bool
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
        guard key.target.utf8.count <= Self.maximumTargetByteCount, answer.byteCount <= shardCapacity else { return }
        shard(of: key).withLock { shard in
            if let index = shard.indices[key] {
                shard.byteCount += answer.byteCount - shard.slots[index].answer.byteCount
                shard.slots[index].answer = answer
                shard.slots[index].isMarked = true
            } else {
                shard.indices[key] = shard.slots.count
                shard.slots.append(Slot(key: key, answer: answer, isMarked: false))
                shard.byteCount += answer.byteCount
            }
            while shard.byteCount > shardCapacity { Self.evictOne(from: &shard) }
        }
    }

    private static func evictOne(from shard: inout Shard) {
        while true {
            if shard.hand >= shard.slots.count { shard.hand = 0 }
            guard shard.slots[shard.hand].isMarked else { break }
            shard.slots[shard.hand].isMarked = false
            shard.hand += 1
        }
        let victim = shard.slots[shard.hand]
        shard.byteCount -= victim.answer.byteCount
        shard.indices[victim.key] = nil
        // The last slot takes the place of the one that goes.
        let last = shard.slots.removeLast()
        if shard.hand < shard.slots.count {
            shard.slots[shard.hand] = last
            shard.indices[last.key] = shard.hand
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
