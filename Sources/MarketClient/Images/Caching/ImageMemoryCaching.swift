/// A memory cache of decoded images with a cost limit.
///
/// Methods are called on any thread, including the main thread, and while the loader holds its lock. They must be fast
/// and must not call the loader.
public protocol ImageMemoryCaching<Image>: Sendable {
    associatedtype Image: Sendable

    /// The maximum total cost of the images, in bytes. Lowering it evicts images immediately.
    var costLimit: Int { get nonmutating set }
    /// The total cost of the images, in bytes; never above ``costLimit``.
    var totalCost: Int { get }

    /// Returns the image and marks it as used, or returns nil if it is not cached.
    func image(for key: ImageKey) -> Image?
    /// Stores an image, evicting the least recently used ones to make room. An image above the limit is not stored.
    ///
    /// - Parameter cost: The size of the decoded image, in bytes.
    func insert(_ image: Image, cost: Int, for key: ImageKey)
    /// Removes an image, if it is cached.
    func remove(_ key: ImageKey)
    /// Evicts the least recently used images until the total cost is at most `cost` bytes.
    func trim(toCost cost: Int)
}
