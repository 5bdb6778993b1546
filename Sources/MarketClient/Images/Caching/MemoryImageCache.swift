internal import Synchronization

/// A least recently used memory cache of decoded images.
public final class MemoryImageCache<Image: Sendable>: ImageMemoryCaching {
    /// The default limit, 96 MB: about 600 thumbnails of 200 × 200 pixels, or eight full screens of a phone.
    public static var defaultCostLimit: Int { 96 << 20 }

    private let images: Mutex<LeastRecentlyUsed<ImageKey, Image>>

    /// Creates a cache.
    ///
    /// - Parameter costLimit: The maximum total size of decoded pixels, in bytes; 0 stores nothing.
    public init(costLimit: Int = MemoryImageCache.defaultCostLimit) {
        images = Mutex(LeastRecentlyUsed(costLimit: costLimit))
    }

    /// The maximum total cost, in bytes. Lowering it evicts images immediately.
    public var costLimit: Int {
        get { images.withLock { $0.costLimit } }
        set {
            let dropped = images.withLock { images in
                images.costLimit = newValue
                return images.trim(to: newValue)
            }
            release(dropped)
        }
    }

    /// The total cost of the images, in bytes.
    public var totalCost: Int { images.withLock { $0.totalCost } }

    /// The number of cached images.
    public var count: Int { images.withLock { $0.count } }

    /// Returns an image and marks it as used, or returns nil if it is not cached.
    public func image(for key: ImageKey) -> Image? {
        images.withLock { $0.value(for: key) }
    }

    /// Stores an image of `cost` bytes, evicting the least recently used ones. An image above the limit is not stored.
    public func insert(_ image: Image, cost: Int, for key: ImageKey) {
        release(images.withLock { $0.insert(image, cost: cost, for: key) })
    }

    /// Removes an image, if it is cached.
    public func remove(_ key: ImageKey) {
        release(images.withLock { [$0.remove(key)] }.compactMap(\.self))
    }

    /// Evicts the least recently used images until the total cost is at most `cost` bytes.
    public func trim(toCost cost: Int) {
        release(images.withLock { $0.trim(to: cost) })
    }

    /// Releases images outside the lock, because deallocating many takes time and runs foreign code.
    private func release(_ dropped: consuming [Image]) {}
}
