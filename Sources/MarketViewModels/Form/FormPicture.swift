public import Foundation
public import MarketClient

/// A picture that was chosen for a listing.
public struct FormPicture: Hashable, Sendable, Identifiable {
    /// Which of the form's pictures it is: the same file may be chosen twice.
    public let id: UUID
    public let upload: PictureUpload

    public init(_ upload: PictureUpload, id: UUID = UUID()) {
        self.id = id
        self.upload = upload
    }
}
