import MarketAPI
import Synchronization

/// A cache of encoded responses, keyed by request and bounded by a number of bytes.
///
/// The cache doesn't know whether a response is still valid (see ``CachedResponse/isFresh(at:)``). When it is full, it
/// evicts responses with the CLOCK algorithm: a look-up marks a response, and a hand that cycles through the slots
/// clears marks and removes the first response without one. This approximates LRU, and a hit moves nothing.
final class ResponseCache: Sendable {
    /// The parts of a request that determine its response.
    struct Key: Hashable, Sendable {
        let cacheVariant: OriginPolicy.CacheVariant
        /// The path and the query, as received.
        let target: String
        /// The hash value, which each request needs several times.
        let hash: Int

        init(cacheVariant: OriginPolicy.CacheVariant, target: String) {
            self.cacheVariant = cacheVariant
            self.target = target
            var hasher = Hasher()
            hasher.combine(cacheVariant)
            hasher.combine(target)
            hash = hasher.finalize()
        }

        func hash(into hasher: inout Hasher) { hasher.combine(hash) }

        /// The approximate memory use of the key in bytes.
        var byteCount: Int { target.utf8.count + (cacheVariant.origin?.text.utf8.count ?? 0) + 64 }
    }

    private struct Slot {
        let key: Key
        var response: CachedResponse
        var isMarked: Bool

        /// The key is stored in the slot and in the index.
        var byteCount: Int { response.byteCount + 2 * key.byteCount }
    }

    private struct Shard {
        var indices: [Key: Int] = [:]
        var slots: [Slot] = []
        var hand = 0
        var byteCount = 0
        /// What identifies keys that were missed lately. A later one replaces an earlier one in its place.
        var missed = [UInt32](repeating: 0, count: 512)
    }

    /// The maximum length of a cached request's target.
    static let maximumTargetByteCount = 512

    private static let shardCount = 8
    private let shards: [MutexBox<Shard>]
    private let shardCapacity: Int

    init(byteCount: Int) {
        shardCapacity = max(1, byteCount / Self.shardCount)
        shards = (0..<Self.shardCount).map { _ in MutexBox(Shard()) }
    }

    func response(for key: Key) -> CachedResponse? {
        shard(of: key).withLock { shard in
            guard let index = shard.indices[key] else { return nil }
            shard.slots[index].isMarked = true
            return shard.slots[index].response
        }
    }

    func insert(_ response: CachedResponse, for key: Key) {
        let slot = Slot(key: key, response: response, isMarked: false)
        guard key.target.utf8.count <= Self.maximumTargetByteCount, slot.byteCount <= shardCapacity else { return }
        shard(of: key).withLock { shard in
            if let index = shard.indices[key] { Self.remove(index, from: &shard) }
            // Space is freed before the new response is added, so that the new one can't be evicted.
            while shard.byteCount + slot.byteCount > shardCapacity { Self.evictOne(from: &shard) }
            shard.indices[key] = shard.slots.count
            shard.slots.append(slot)
            shard.byteCount += slot.byteCount
        }
    }

    /// Inserts a response whose key was missed before, not long ago. What is asked for once, as by a crawler, isn't kept, so
    /// that it takes neither memory nor the place of what others ask for.
    func insertIfAskedForAgain(_ response: CachedResponse, for key: Key) {
        let hash = UInt(bitPattern: key.hash)
        let wasMissed = shard(of: key).withLock { shard in
            if shard.indices[key] != nil { return true }
            let (place, mark) = (Int(hash >> 32 % UInt(shard.missed.count)), UInt32(truncatingIfNeeded: hash) | 1)
            defer { shard.missed[place] = mark }
            return shard.missed[place] == mark
        }
        if wasMissed { insert(response, for: key) }
    }

    /// The number of cached responses, and their approximate memory use in bytes.
    var contents: (count: Int, byteCount: Int) {
        shards.reduce((0, 0)) { sum, shard in
            let (count, bytes) = shard.withLock { ($0.slots.count, $0.byteCount) }
            return (sum.0 + count, sum.1 + bytes)
        }
    }

    /// Advances the hand to the first response without a mark, and removes it.
    private static func evictOne(from shard: inout Shard) {
        while true {
            if shard.hand >= shard.slots.count { shard.hand = 0 }
            guard shard.slots[shard.hand].isMarked else { break }
            shard.slots[shard.hand].isMarked = false
            shard.hand += 1
        }
        remove(shard.hand, from: &shard)
        // The slot now holds the response from the end, which is recent: skip it once.
        shard.hand += 1
    }

    private static func remove(_ index: Int, from shard: inout Shard) {
        let dropped = shard.slots[index]
        shard.byteCount -= dropped.byteCount
        shard.indices[dropped.key] = nil
        // The last slot replaces the removed one.
        let last = shard.slots.removeLast()
        if index < shard.slots.count {
            shard.slots[index] = last
            shard.indices[last.key] = index
        }
    }

    private func shard(of key: Key) -> MutexBox<Shard> {
        shards[Int(UInt(bitPattern: key.hash) % UInt(Self.shardCount))]
    }
}

/// A mutex that can be stored in an array.
final class MutexBox<Value>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: sending Value) {
        mutex = Mutex(value)
    }

    func withLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
        mutex.withLock(body)
    }
}
