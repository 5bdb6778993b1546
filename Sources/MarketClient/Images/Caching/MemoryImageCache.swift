internal import Synchronization

/// Decoded images in memory, of which the ones go that were not used for longest.
public final class MemoryImageCache<Image: Sendable>: ImageMemoryCaching {
    /// 96 MB: some 600 thumbnails of 200 × 200 pixels, or eight full screens of a phone.
    public static var usualCostLimit: Int { 96 << 20 }

    private let images: Mutex<LeastRecentlyUsed<ImageKey, Image>>

    /// - Parameter costLimit: bytes of decoded pixels; 0 keeps nothing.
    public init(costLimit: Int = MemoryImageCache.usualCostLimit) {
        images = Mutex(LeastRecentlyUsed(costLimit: costLimit))
    }

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

    public var totalCost: Int { images.withLock { $0.totalCost } }

    /// How many images are kept.
    public var count: Int { images.withLock { $0.count } }

    public func image(for key: ImageKey) -> Image? {
        images.withLock { $0.value(for: key) }
    }

    public func keep(_ image: Image, cost: Int, for key: ImageKey) {
        release(images.withLock { $0.keep(image, cost: cost, for: key) })
    }

    public func remove(_ key: ImageKey) {
        release(images.withLock { [$0.remove(key)] }.compactMap(\.self))
    }

    public func trim(toCost cost: Int) {
        release(images.withLock { $0.trim(to: cost) })
    }

    /// Lets images go here, after the lock: freeing many takes its time, and is foreign code.
    private func release(_ dropped: consuming [Image]) {}
}
