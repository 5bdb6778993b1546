import Foundation
import PhotosUI
import UIKit
import UniformTypeIdentifiers

/// The files of the pictures that were chosen for one form. They are removed together with the form; its draft has
/// copies of its own.
final class PickedPictureFolder: Sendable {
    /// Why a chosen picture can't be used.
    enum Problem: Error {
        case notAnImage
        /// The library didn't hand it over, for example because it is in iCloud and there is no connection.
        case unavailable
        /// The device is out of space.
        case noSpace
    }

    /// The quality of a photo of the camera before it is made smaller.
    private static let quality = 0.95

    private let shrinker = PictureShrinker()
    private let url = FileManager.default.temporaryDirectory.appending(component: "pictures-\(UUID().uuidString)")

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Copies a picture of the library, and makes it smaller if it is large. The market removes its metadata.
    ///
    /// - Parameter begin: called with the progress of loading it, which may take long from iCloud, and which can be
    ///   cancelled.
    @MainActor
    func copy(_ provider: NSItemProvider, begin: @MainActor (Progress) -> Void) async throws(Problem) -> URL {
        guard provider.hasItemConformingToTypeIdentifier(UTType.image.identifier) else { throw .notAnImage }
        let file = newFile()
        let problem = await withCheckedContinuation { continuation in
            begin(
                provider.loadFileRepresentation(
                    forTypeIdentifier: UTType.image.identifier,
                    completionHandler: receiver(of: file, continuation)
                )
            )
        }
        if let problem { throw problem }
        return Task.isCancelled ? file : await shrinker.shrink(file)
    }

    /// Returns what takes over a picture of the library, on whatever queue the system calls it.
    private nonisolated func receiver(
        of file: URL,
        _ continuation: CheckedContinuation<Problem?, Never>
    ) -> @Sendable (URL?, (any Error)?) -> Void {
        { source, error in
            guard let source else {
                return continuation.resume(returning: error.map(Self.problem) ?? .unavailable)
            }
            // The source is removed when this returns.
            continuation.resume(
                returning: self.storing { try FileManager.default.moveItem(at: source, to: file) }
            )
        }
    }

    /// Writes a photo of the camera.
    @concurrent
    func write(_ photo: UIImage) async throws(Problem) -> URL {
        let file = newFile()
        guard let bytes = photo.jpegData(compressionQuality: Self.quality) else { throw .notAnImage }
        if let problem = storing({ try bytes.write(to: file) }) { throw problem }
        return await shrinker.shrink(file)
    }

    /// Stores a file in the folder. Returns what went wrong.
    private func storing(_ store: () throws -> Void) -> Problem? {
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try store()
            return nil
        } catch {
            return Self.problem(error)
        }
    }

    private static func problem(_ error: any Error) -> Problem {
        (error as? CocoaError)?.code == .fileWriteOutOfSpace ? .noSpace : .unavailable
    }

    private func newFile() -> URL { url.appending(component: UUID().uuidString) }
}
