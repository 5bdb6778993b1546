public import MarketAPI
public import MarketModels

/// The images of a product, with a slot for each, and the index of the visible one.
public struct ImageGallery<Image: Sendable>: Sendable {
    /// The slots, in the seller's order.
    public private(set) var slots: [ImageSlot<Image>]
    /// The index of the visible slot; 0 if there are none.
    public private(set) var current = 0

    init(_ images: [ListedImage]) {
        slots = images.map { ImageSlot(image: $0, state: .waiting) }
    }

    /// The index of the slot to preload, the one after the visible one; nil at the end.
    public var next: Int? { current + 1 < slots.count ? current + 1 : nil }

    /// Shows another slot. An invalid index has no effect.
    mutating func show(_ index: Int) {
        if slots.indices.contains(index) { current = index }
    }

    /// Sets the state of every slot with an image, because the slots may have been reordered during the load.
    mutating func fill(_ image: ListedImage, with state: ImageSlot<Image>.State) {
        for index in slots.indices where slots[index].image.url == image.url { slots[index].state = state }
    }

    /// Removes the loaded images.
    mutating func empty() {
        for index in slots.indices { slots[index].state = .waiting }
    }

    /// Replaces the images or their order. Loaded images and the visible image are kept.
    mutating func update(_ images: [ListedImage]) {
        let shown = slots.indices.contains(current) ? slots[current].image.url : nil
        let states = Dictionary(slots.map { ($0.image.url, $0.state) }) { first, _ in first }
        slots = images.map { ImageSlot(image: $0, state: states[$0.url] ?? .waiting) }
        current = slots.firstIndex { $0.image.url == shown } ?? 0
    }
}

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
}
