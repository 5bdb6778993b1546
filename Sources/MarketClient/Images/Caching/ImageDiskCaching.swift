public import Foundation

/// A disk cache of image files with a size limit.
///
/// A cache may lose any entry at any time, but must never return other bytes than were stored. Therefore no method
/// throws.
public protocol ImageDiskCaching: Sendable {
    /// Returns the bytes stored for a URL and marks them as used; nil if there are none or they are damaged.
    func data(for url: URL) async -> Data?
    /// Stores bytes for a URL, if there is enough space.
    func insert(_ data: Data, for url: URL) async
    /// Removes the bytes stored for a URL, if any.
    func remove(_ url: URL) async
}
