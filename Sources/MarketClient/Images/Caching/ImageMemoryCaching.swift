/// Decoded images in memory, up to a sum of bytes.
///
/// Called on any thread, the main one too, and while the loader holds a lock: every call is to be short, and must not
/// ask the loader anything.
public protocol ImageMemoryCaching<Image>: Sendable {
    associatedtype Image: Sendable

    /// Bytes that the images may take together. Lowering it drops images at once.
    var costLimit: Int { get nonmutating set }
    /// Bytes that the images take together, never above ``costLimit``.
    var totalCost: Int { get }

    /// The image if it is kept, which counts as a use of it.
    func image(for key: ImageKey) -> Image?
    /// Keeps an image unless it alone is above the limit; what was not used for longest makes room for it.
    ///
    /// - Parameter cost: bytes that the decoded image takes.
    func keep(_ image: Image, cost: Int, for key: ImageKey)
    func remove(_ key: ImageKey)
    /// Drops what was not used for longest until the rest takes no more than so many bytes.
    func trim(toCost cost: Int)
}
