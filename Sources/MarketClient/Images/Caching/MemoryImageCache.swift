public import Foundation
internal import Synchronization

/// A least recently used memory cache of decoded images. Its methods can be called on any thread, and none blocks.
public final class MemoryImageCache<Image: Sendable>: Sendable {
    /// The default limit, 96 MB: about 600 thumbnails of 200 × 200 pixels, or eight full screens of a phone.
    public static var defaultCostLimit: Int { 96 << 20 }

    private let images: Mutex<LeastRecentlyUsed<ImageKey, Image>>

    /// Creates a cache.
    ///
    /// - Parameter costLimit: The maximum total size of decoded pixels, in bytes; 0 stores nothing.
    public init(costLimit: Int = MemoryImageCache.defaultCostLimit) {
        images = Mutex(LeastRecentlyUsed(costLimit: costLimit))
    }

    /// The total cost of the images, in bytes; never above the limit.
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

    /// Evicts the least recently used images until the total cost is at most `cost` bytes.
    public func trim(toCost cost: Int) {
        release(images.withLock { $0.trim(to: cost) })
    }

    /// Releases images outside the lock, because deallocating many takes time and runs foreign code.
    private func release(_ dropped: consuming [Image]) {}
}

/// The key of an image in one size.
public struct ImageKey: Hashable, Sendable {
    /// The URL of the image.
    public let url: URL
    /// The box that the image is fitted into, or nil for its full size.
    public let fitting: PixelSize?

    /// Creates a key.
    public init(url: URL, fitting: PixelSize? = nil) {
        self.url = url
        self.fitting = fitting
    }
}
