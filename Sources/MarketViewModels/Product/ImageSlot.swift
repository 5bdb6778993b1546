public import MarketAPI
public import MarketModels

/// The slot of an image. Slots are in the seller's order, in whatever order the images are loaded.
public struct ImageSlot<Image: Sendable>: Sendable, Identifiable {
    /// The state of loading the image.
    public enum State: Sendable {
        /// The image has not been requested or is being loaded.
        case waiting
        /// The image is loaded.
        case loaded(Image)
        /// The image failed to load and can be requested again.
        case failed
    }

    /// The image's URLs and identifier.
    public let image: ListedImage
    /// The state of loading the image.
    public internal(set) var state: State

    /// The image's identifier.
    public var id: ProductImage.ID { image.id }

    /// The loaded image, or nil.
    public var loadedImage: Image? {
        guard case .loaded(let image) = state else { return nil }
        return image
    }
}
