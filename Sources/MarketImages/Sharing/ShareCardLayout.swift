internal import MarketCore

/// Where everything is on a share image, in pixels. Laying it out blocks, because texts are measured.
///
/// The image fills the left, and what is written is aligned to its right: the market at the top, then the name, and the
/// price at the bottom. Without an image, the texts have the whole width. Everything keeps away from the upper and lower
/// edges, because some messengers cut the image to 2:1.
struct ShareCardLayout {
    struct Box {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
        var radius = 0
        var color = ShareCardColor.ink
    }

    struct PlacedText {
        var text: ShareCardText
        var x: Int
        var y: Int
        /// The space that the text may take; lines are wrapped at the width.
        var width: Int
        var height: Int
        var isWrapped = false
    }

    /// The sizes in which a name may appear, and the number of its lines.
    private static let nameSizes = [(size: 60, lineCount: 3), (size: 50, lineCount: 3), (size: 42, lineCount: 4)]
    private static let nameSizesWithoutImage = [
        (size: 80, lineCount: 2), (size: 68, lineCount: 3), (size: 56, lineCount: 3),
    ]
    private static let margin = 64
    /// The side of the market's logo, and its distance from the name.
    private static let logo = (side: 52, gap: 18)
    private static let top = 76
    private static let bottom = ShareCard.height - 76

    let frame: Box
    /// Where the market's logo is; nil if it has none.
    private(set) var logo: Box?
    private(set) var boxes: [Box] = []
    private(set) var texts: [PlacedText] = []
    private let x: Int
    private let width: Int

    init(_ card: ShareCard, hasImage: Bool) {
        frame = Box(x: 0, y: 0, width: 580, height: ShareCard.height)
        x = hasImage ? frame.width + Self.margin : 96
        width = ShareCard.width - x - (hasImage ? Self.margin : 96)
        if hasImage {
            if card.soldOut != nil { boxes.append(veil) }
            boxes.append(Box(x: frame.width, y: 0, width: 2, height: ShareCard.height, color: .line))
        } else {
            boxes.append(Box(x: 0, y: 0, width: 24, height: ShareCard.height, color: .accent))
        }
        let nameTop = placeMarket(card) + 34
        let priceTop = placeTerms(card, placePrice(card))
        let sizes = hasImage ? Self.nameSizes : Self.nameSizesWithoutImage
        placeName(card, sizes: sizes, from: nameTop, to: priceTop - 28)
    }

    private var veil: Box {
        var veil = frame
        veil.color = .veil
        return veil
    }

    /// - Returns: the lower edge.
    private mutating func placeMarket(_ card: ShareCard) -> Int {
        let indent = card.logo == nil ? 0 : Self.logo.side + Self.logo.gap
        let text = ShareCardText.fitting(width: width - indent, lineCount: 1, sizes: [34, 28]) {
            ShareCardText(card.market, size: $0, isBold: true, color: .accent)
        }
        guard card.logo != nil else {
            return Self.top + (place(text, x: x, y: Self.top, width: width)?.height ?? 0)
        }
        logo = Box(x: x, y: Self.top, width: Self.logo.side, height: Self.logo.side)
        let height = text?.measure(width: nil)?.height ?? 0
        place(text, x: x + indent, y: Self.top + (Self.logo.side - height) / 2, width: width - indent)
        return Self.top + Self.logo.side
    }

    /// - Returns: the upper edge.
    private mutating func placePrice(_ card: ShareCard) -> Int {
        let text = ShareCardText.fitting(width: width, lineCount: 1, sizes: [72, 64, 56, 48, 40, 32]) {
            ShareCardText(card.price, size: $0, isBold: true, color: card.soldOut == nil ? .ink : .grey)
        }
        guard let text, let size = text.measure(width: nil) else { return Self.bottom }
        return place(text, x: x, y: Self.bottom - size.height, width: width).map { Self.bottom - $0.height }
            ?? Self.bottom
    }

    /// Places the badge of a product that is sold out, and the old price, in the row above the price.
    ///
    /// - Returns: the upper edge of the row.
    private mutating func placeTerms(_ card: ShareCard, _ priceTop: Int) -> Int {
        guard card.soldOut != nil || card.struckPrice != nil else { return priceTop }
        let height = 56
        let rowTop = priceTop - 22 - height
        var left = x
        if let soldOut = card.soldOut {
            let text = ShareCardText.fitting(width: width / 2, lineCount: 1, sizes: [32]) {
                ShareCardText(soldOut, size: $0, isBold: true, color: .ground)
            }
            if let text, let size = text.measure(width: nil) {
                boxes.append(Box(x: x, y: rowTop, width: size.width + 48, height: height, radius: height / 2))
                place(text, x: x + 24, y: rowTop + (height - size.height) / 2, width: width / 2)
                left += size.width + 48 + 22
            }
        }
        if let struckPrice = card.struckPrice {
            let space = x + width - left
            let text = ShareCardText.fitting(width: space, lineCount: 1, sizes: [40, 34, 28, 24]) {
                ShareCardText(struckPrice, size: $0, isBold: false, color: .grey, isStruck: true)
            }
            if let text, let size = text.measure(width: nil) {
                place(text, x: left, y: rowTop + (height - size.height) / 2, width: space)
            }
        }
        return rowTop
    }

    private mutating func placeName(
        _ card: ShareCard,
        sizes: [(size: Int, lineCount: Int)],
        from top: Int,
        to bottom: Int
    ) {
        for (size, maximum) in sizes {
            let text = ShareCardText(card.name, size: size, isBold: true, color: .ink)
            let lineCount = (1...maximum).last { text.maximumHeight(lineCount: $0) <= bottom - top } ?? 1
            if !text.fits(width: width, lineCount: lineCount), size != sizes.last?.size { continue }
            let shortened = text.shortened(width: width, lineCount: lineCount)
            place(shortened, x: x, y: top, width: width, height: bottom - top, isWrapped: lineCount > 1)
            return
        }
    }

    @discardableResult
    private mutating func place(
        _ text: ShareCardText?,
        x: Int,
        y: Int,
        width: Int,
        height: Int = 120,
        isWrapped: Bool = false
    ) -> ShareCardText.Size? {
        guard let text, let size = text.measure(width: isWrapped ? width : nil) else { return nil }
        texts.append(PlacedText(text: text, x: x, y: y, width: width, height: height, isWrapped: isWrapped))
        return size
    }
}
