public import MarketAPI
public import MarketModels

/// The place of one picture, in the seller's order, whatever order the pictures come in.
public struct PictureSlot<Image: Sendable>: Sendable, Identifiable {
    public enum State: Sendable {
        /// It was not asked for yet, or is on its way.
        case waiting
        case loaded(Image)
        /// It didn't come; it can be asked for again.
        case failed
    }

    public let picture: ListedImage
    public internal(set) var state: State

    public var id: Picture.ID { picture.id }

    /// The picture itself, once it is there.
    public var image: Image? {
        guard case .loaded(let image) = state else { return nil }
        return image
    }
}
