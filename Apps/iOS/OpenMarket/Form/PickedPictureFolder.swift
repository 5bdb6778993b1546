import Foundation
import PhotosUI
import UIKit
import UniformTypeIdentifiers

/// The files of the pictures that were chosen for one form. They are removed together with the form; its draft has
/// copies of its own.
final class PickedPictureFolder: Sendable {
    /// The quality of a photo of the camera before it is made smaller.
    private static let quality = 0.95

    private let shrinker = PictureShrinker()
    private let url = FileManager.default.temporaryDirectory.appending(component: "pictures-\(UUID().uuidString)")

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Copies a picture of the library, and makes it smaller if it is large. The market removes its metadata.
    ///
    /// - Returns: nil if it is no picture, or the device is out of space.
    @MainActor
    func copy(_ provider: NSItemProvider) async -> URL? {
        guard provider.hasItemConformingToTypeIdentifier(UTType.image.identifier) else { return nil }
        let file = newFile()
        let isCopied = await withCheckedContinuation { continuation in
            _ = provider.loadFileRepresentation(
                forTypeIdentifier: UTType.image.identifier,
                completionHandler: receiver(of: file, continuation)
            )
        }
        guard isCopied else { return nil }
        return Task.isCancelled ? file : await shrinker.shrink(file)
    }

    /// Returns what takes over a picture of the library, on whatever queue the system calls it.
    private nonisolated func receiver(
        of file: URL,
        _ continuation: CheckedContinuation<Bool, Never>
    ) -> @Sendable (URL?, (any Error)?) -> Void {
        { source, _ in
            // The source is removed when this returns.
            continuation.resume(returning: source.map { self.move($0, to: file) } ?? false)
        }
    }

    /// Writes a photo of the camera.
    ///
    /// - Returns: nil if the device is out of space.
    @concurrent
    func write(_ photo: UIImage) async -> URL? {
        let file = newFile()
        guard let bytes = photo.jpegData(compressionQuality: Self.quality) else { return nil }
        do {
            try makeFolder()
            try bytes.write(to: file)
        } catch {
            return nil
        }
        return await shrinker.shrink(file)
    }

    private func newFile() -> URL { url.appending(component: UUID().uuidString) }

    private func makeFolder() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    private func move(_ source: URL, to file: URL) -> Bool {
        do {
            try makeFolder()
            try FileManager.default.moveItem(at: source, to: file)
            return true
        } catch {
            return false
        }
    }
}
