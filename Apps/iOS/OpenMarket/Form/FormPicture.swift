import Foundation
import MarketAPI
import MarketClient
import MarketViewModels

/// A picture in the strip of a form.
struct FormPicture: Hashable, Sendable, Identifiable {
    /// Where the picture comes from.
    enum Source: Hashable, Sendable {
        /// A thumbnail of the market.
        case market(URL)
        /// A picture to upload.
        case device(ImageUpload)
    }

    let id: EditImage.ID
    let source: Source

    init(_ image: FormImage) {
        id = .added(image.id)
        source = .device(image.upload)
    }

    init(_ image: EditImage) {
        id = image.id
        switch image {
        case .kept(let kept): source = .market(kept.thumbnail)
        case .added(let added): source = .device(added.upload)
        }
    }
}
