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
