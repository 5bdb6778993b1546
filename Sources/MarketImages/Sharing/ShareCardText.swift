internal import CVipsShim

/// A text of a share image in one font, size and color. Measuring it blocks.
struct ShareCardText {
    struct Size: Equatable {
        var width: Int
        var height: Int
    }

    /// The maximum number of characters that are drawn of a text. What is longer doesn't fit anyway.
    private static let maximumCount = 300
    /// The maximum number of consecutive marks above and below a letter. More would cover other texts.
    private static let maximumMarkCount = 3
    /// A word joiner, which prevents a line break.
    private static let joiner: Character = "\u{2060}"
    /// The maximum length of a Korean word that isn't broken.
    private static let longestKoreanWord = 8

    /// Without anything that isn't visible.
    let text: String
    let size: Int
    let isBold: Bool
    let color: ShareCardColor
    var isStruck = false

    init(_ text: String, size: Int, isBold: Bool, color: ShareCardColor, isStruck: Bool = false) {
        self.text = Self.visible(text)
        self.size = size
        self.isBold = isBold
        self.color = color
        self.isStruck = isStruck
    }

    private init(visible text: String, like other: ShareCardText) {
        self.text = text
        (size, isBold, color, isStruck) = (other.size, other.isBold, other.color, other.isStruck)
    }

    var font: String { ShareCardFonts.description(size: size, isBold: isBold) }

    var markup: String {
        let style = "foreground=\"\(color.digits)\" insert_hyphens=\"false\" strikethrough=\"\(isStruck)\""
        return "<span \(style)>\(Self.escaped(Self.keepingWordsWhole(text)))</span>"
    }

    // MARK: Fitting

    /// Returns the size of what is visible, or nil if nothing is.
    ///
    /// - Parameter width: the width at which lines are wrapped; nil for a single line.
    func measure(width: Int?) -> Size? {
        guard !text.isEmpty else { return nil }
        var size: (width: Int32, height: Int32) = (0, 0)
        let result = markup.withCString { markup in
            font.withCString { font in
                var request = market_draw_text()
                request.markup = markup
                request.font = font
                request.wrap_width = Int32(width ?? 0)
                return market_draw_measure(&request, &size.width, &size.height)
            }
        }
        return result == 0 ? Size(width: Int(size.width), height: Int(size.height)) : nil
    }

    /// Whether the text fits into a width, on at most a number of lines.
    func fits(width: Int, lineCount: Int) -> Bool {
        guard let measured = measure(width: lineCount == 1 ? nil : width) else { return true }
        return measured.width <= width && measured.height <= maximumHeight(lineCount: lineCount)
    }

    /// Returns the height that so many lines have at most.
    func maximumHeight(lineCount: Int) -> Int {
        // The distance of two lines depends on the font.
        let one = ShareCardText(visible: "가", like: self).measure(width: nil)?.height ?? size
        let two = ShareCardText(visible: "가\n가", like: self).measure(width: nil)?.height ?? 2 * size
        return (lineCount - 1) * max(two - one, size) + size * 27 / 20
    }

    /// Returns the text, shortened with an ellipsis until it fits.
    func shortened(width: Int, lineCount: Int) -> ShareCardText {
        if fits(width: width, lineCount: lineCount) { return self }
        let characters = Array(text)
        func shortened(to count: Int) -> ShareCardText {
            var kept = characters[..<count]
            while kept.last?.isWhitespace == true { kept.removeLast() }
            return ShareCardText(visible: String(kept) + "…", like: self)
        }
        // The largest count that fits is at least `lower` and less than `upper`.
        var (lower, upper) = (0, characters.count)
        while upper - lower > 1 {
            let middle = (lower + upper) / 2
            if shortened(to: middle).fits(width: width, lineCount: lineCount) { lower = middle } else { upper = middle }
        }
        return shortened(to: lower)
    }

    /// Returns a text in the largest size in which it fits, or shortened in the smallest.
    static func fitting(
        width: Int,
        lineCount: Int,
        sizes: [Int],
        _ make: (Int) -> ShareCardText
    ) -> ShareCardText? {
        var last: ShareCardText?
        for size in sizes {
            let text = make(size)
            if text.fits(width: width, lineCount: lineCount) { return text }
            last = text
        }
        return last?.shortened(width: width, lineCount: lineCount)
    }

    // MARK: Characters

    /// Removes control characters, characters that change the direction of the text, and piles of marks, and replaces
    /// line breaks by spaces.
    static func visible(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var markCount = 0
        for scalar in text.prefix(maximumCount).unicodeScalars.prefix(10 * maximumCount) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
                scalars.append(" ")
                markCount = 0
            case .format where scalar.properties.isBidiControl, .surrogate: break
            case .nonspacingMark, .enclosingMark, .spacingMark:
                markCount += 1
                if markCount <= maximumMarkCount { scalars.append(scalar) }
            default:
                // U+FFFC stands for an object that Pango would look for.
                if scalar.properties.isNoncharacterCodePoint || scalar == "\u{FFFC}" { break }
                scalars.append(scalar)
                markCount = 0
            }
        }
        return String(scalars).split(separator: " ").joined(separator: " ")
    }

    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    /// Joins the syllables of Korean words, so that lines end between words, as they do on the pages.
    private static func keepingWordsWhole(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            guard word.count <= longestKoreanWord, word.contains(where: isHangul) else { return String(word) }
            return String(word.map { [$0] }.joined(separator: [joiner]))
        }.joined(separator: " ")
    }

    private static func isHangul(_ character: Character) -> Bool {
        character.unicodeScalars.first.map { ("\u{AC00}"..."\u{D7A3}").contains($0) } ?? false
    }
}
