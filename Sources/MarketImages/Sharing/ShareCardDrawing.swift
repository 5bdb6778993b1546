internal import CVipsShim
internal import Foundation
internal import MarketCore

/// The drawing of one share image. It blocks.
struct ShareCardDrawing {
    /// The memory that a drawing takes at most, in bytes. An image of 2048 × 2048 pixels takes 13 MB, and the rest less.
    static let maximumMemory: Int64 = 160_000_000
    /// The quality of the JPEG encoder, 1 to 100. Texts need more than images.
    static let quality: Int32 = 88

    let card: ShareCard
    /// A descriptor of the image's full rendition, open for reading; nil draws a card without an image.
    let image: Int32?

    func run() -> Result<[UInt8], MarketError> {
        let layout = ShareCardLayout(card, hasImage: image != nil)
        return VipsLibrary.encoded { draw(layout, &$0) }
    }

    private func draw(_ layout: ShareCardLayout, _ outcome: inout market_web_outcome) {
        let strings = layout.texts.map { (markup: strdup($0.text.markup), font: strdup($0.text.font)) }
        defer {
            for string in strings {
                free(string.markup)
                free(string.font)
            }
        }
        let texts = zip(layout.texts, strings).map { text, string in
            market_draw_text(
                markup: string.markup,
                font: string.font,
                wrap_width: text.isWrapped ? Int32(text.width) : 0,
                x: Int32(text.x),
                y: Int32(text.y),
                width: Int32(text.width),
                height: Int32(text.height)
            )
        }
        let boxes = layout.boxes.map(\.drawn)
        texts.withUnsafeBufferPointer { texts in
            boxes.withUnsafeBufferPointer { boxes in
                (card.logo ?? []).withUnsafeBytes { logo in
                    var request = market_draw_request(
                        width: Int32(ShareCard.width),
                        height: Int32(ShareCard.height),
                        ground: ShareCardColor.ground.drawn,
                        image: image ?? -1,
                        frame: layout.frame.drawn,
                        logo: logo.baseAddress,
                        logo_size: layout.logo == nil ? 0 : logo.count,
                        logo_box: (layout.logo ?? layout.frame).drawn,
                        boxes: boxes.baseAddress,
                        box_count: boxes.count,
                        texts: texts.baseAddress,
                        text_count: texts.count,
                        quality: Self.quality
                    )
                    market_draw(&request, &outcome)
                }
            }
        }
    }
}

extension ShareCardLayout.Box {
    fileprivate var drawn: market_draw_box {
        market_draw_box(
            x: Int32(x),
            y: Int32(y),
            width: Int32(width),
            height: Int32(height),
            radius: Int32(radius),
            color: color.drawn
        )
    }
}
