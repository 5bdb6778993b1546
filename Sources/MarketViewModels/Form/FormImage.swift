public import Foundation
public import MarketClient

/// An image that the user has selected for a listing.
public struct FormImage: Hashable, Sendable, Identifiable {
    /// The identity of the image in the form; the same file may be selected twice.
    public let id: UUID
    /// The image to upload.
    public let upload: ImageUpload

    /// Creates an image with a new identity.
    public init(_ upload: ImageUpload, id: UUID = UUID()) {
        self.id = id
        self.upload = upload
    }
}

extension Array where Element: Identifiable {
    /// Moves an element, for drag and drop and for the keyboard.
    ///
    /// - Parameters:
    ///   - id: The element.
    ///   - place: The new index, clamped to the valid range.
    mutating func move(_ id: Element.ID, to place: Int) {
        guard let from = firstIndex(where: { $0.id == id }) else { return }
        let element = remove(at: from)
        insert(element, at: Swift.min(Swift.max(0, place), count))
    }

    /// Appends elements up to a maximum count.
    ///
    /// - Returns: The number of elements that were left out.
    mutating func add(_ more: [Element], upTo maximum: Int) -> Int {
        let accepted = more.prefix(Swift.max(0, maximum - count))
        append(contentsOf: accepted)
        return more.count - accepted.count
    }
}
