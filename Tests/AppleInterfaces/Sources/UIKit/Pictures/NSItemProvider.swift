import Foundation

/// Declared in Foundation on Apple's systems.
open class NSItemProvider: NSObject {
    open var suggestedName: String?
    /// What tests put into the library: the file of an item, its type, and a gate that keeps it from being ready.
    package var file: URL?
    package var typeIdentifier = ""
    package var waitUntilReady: @Sendable () async -> Void = {}

    open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
        // Every type of the pictures in the tests conforms to `public.image`.
        self.typeIdentifier == typeIdentifier
    }

    @discardableResult
    open func loadFileRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> Progress {
        let progress = Progress(totalUnitCount: 1)
        let (file, waitUntilReady) = (file, waitUntilReady)
        Task {
            await waitUntilReady()
            // The system hands out a copy, and removes it when the handler returns.
            let copy = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
            do {
                guard let file else { throw CocoaError(.fileNoSuchFile) }
                try FileManager.default.copyItem(at: file, to: copy)
                completionHandler(copy, nil)
                try? FileManager.default.removeItem(at: copy)
            } catch {
                completionHandler(nil, error)
            }
        }
        return progress
    }
}
