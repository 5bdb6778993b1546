import MarketAPI

/// The pictures of a product, one slot for each, and which of them is in view.
public struct PictureGallery<Image: Sendable>: Sendable {
    /// In the seller's order.
    public private(set) var slots: [PictureSlot<Image>]
    /// Which of ``slots`` is in view; 0 where there are none.
    public private(set) var current = 0

    init(_ pictures: [ListedImage]) {
        slots = pictures.map { PictureSlot(picture: $0, state: .waiting) }
    }

    /// The slot to load ahead: the one behind what is in view.
    public var next: Int? { current + 1 < slots.count ? current + 1 : nil }

    /// Brings another picture into view; one that is not there leaves all as it is.
    mutating func show(_ index: Int) {
        if slots.indices.contains(index) { current = index }
    }

    /// Puts what came into every slot of that picture: the slots may have been reordered while it was on its way.
    mutating func fill(_ picture: ListedImage, with state: PictureSlot<Image>.State) {
        for index in slots.indices where slots[index].picture.url == picture.url { slots[index].state = state }
    }

    /// Takes over other pictures, or another order of them. What is loaded already is kept, and so is what is in view.
    mutating func update(_ pictures: [ListedImage]) {
        let shown = slots.indices.contains(current) ? slots[current].picture.url : nil
        let images = Dictionary(slots.map { ($0.picture.url, $0.state) }) { first, _ in first }
        slots = pictures.map { PictureSlot(picture: $0, state: images[$0.url] ?? .waiting) }
        current = slots.firstIndex { $0.picture.url == shown } ?? 0
    }
}
