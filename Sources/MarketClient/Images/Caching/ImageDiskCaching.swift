public import Foundation

/// Pictures on disk as they came, up to a sum of bytes.
///
/// A cache may lose anything at any time, but never give other bytes than it was given. So nothing here throws.
public protocol ImageDiskCaching: Sendable {
    /// The bytes that were kept under an address, which counts as a use of them; nil when there are none, or when they
    /// are not whole any more.
    func data(for url: URL) async -> Data?
    /// Keeps bytes, if there is room and the disk takes them.
    func keep(_ data: Data, for url: URL) async
    func remove(_ url: URL) async
}
