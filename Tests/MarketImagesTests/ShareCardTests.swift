import Foundation
import MarketCore
import MarketModels
import Testing

@testable import MarketImages

/// The images that messengers show for links, drawn in this process.
@Suite(.timeLimit(.minutes(30))) struct ShareCardTests {
    /// Names that people could give a product, for whatever reason.
    static let names = [
        "컵", "Mug", "", " ", "거의 새것인 원목 책상과 의자 세트 판매합니다 직거래 환영 서랍 포함 상태 아주 좋아요 이사로 급하게 내놓습니다",
        "Vintage steel road bicycle, 54 cm frame, freshly serviced, with new tyres, lights, a bell and a basket",
        "<span size=\"9999999\">&lt;</span>", "</span></span><b>", "& &amp; &#0; &x;", "줄\n바꿈\r\n\t\u{2028}\u{2029}",
        "\u{0}\u{7}\u{1B}[0m", "\u{202E}drawkcab\u{2066}", "دراجة هوائية", "שלום", "🚲👩‍👩‍👧‍👦🇰🇷",
        "\u{FFFC}\u{FFFF}\u{10FFFF}\u{E000}",
        String(repeating: "W", count: 200), String(repeating: "가", count: 200),
        String(repeating: "e" + String(repeating: "\u{301}", count: 50), count: 200),
        String(repeating: " ", count: 200),
    ]

    let folder: TemporaryFolder
    let renderer: VipsShareImageRenderer

    init() throws {
        folder = try TemporaryFolder()
        renderer = try VipsShareImageRenderer()
    }

    static func card(
        _ name: String,
        price: String = "12,000원",
        struckPrice: String? = nil,
        soldOut: String? = nil,
        logo: [UInt8]? = nil
    ) -> ShareCard {
        ShareCard(
            market: "오픈 마켓",
            name: name,
            price: price,
            struckPrice: struckPrice,
            soldOut: soldOut,
            image: nil,
            logo: logo
        )
    }

    private func photo(_ name: String) async throws -> StoredFile {
        let image = try await VipsImageProcessor(workerCount: 1).process(photo: name)
        let store = FolderImageStore(folder: folder.path)
        try await store.save(image)
        return try #require(try await store.find(image.name, .full))
    }

    @Test(arguments: names)
    func anyNameIsDrawn(_ name: String) async throws {
        for soldOut in [nil, "Sold out"] {
            let card = Self.card(name, struckPrice: "9,007,199,254,740,992원", soldOut: soldOut)
            let drawn = try JPEGReader(try await renderer.render(card, image: nil))
            #expect(drawn.width == 1200)
            #expect(drawn.height == 630)
        }
    }

    @Test func logoStandsBeforeTheName() async throws {
        let processor = try VipsImageProcessor(workerCount: 1)
        let full = try await processor.process(photo: "large.jpg").full
        let logo = try await processor.makeIcon(of: full, side: 64)
        func drawn(_ logo: [UInt8]?, in renderer: VipsShareImageRenderer) async throws -> [UInt8] {
            try await renderer.render(Self.card("컵", logo: logo), image: nil)
        }
        let bytes = try await drawn(logo, in: renderer)
        let marked = try JPEGReader(bytes)
        let (x, y) = (122.0 / 1200, 102.0 / 630)
        let ground = RGB(0xFC, 0xFC, 0xFB)
        #expect(!marked.color(x: x, y: y).isClose(to: ground))
        // Before it, above it and below it.
        for (x, y) in [(56.0 / 1200, y), (x, 40.0 / 630), (x, 0.5)] {
            #expect(marked.color(x: x, y: y).isClose(to: ground), "\(x) \(y)")
        }
        // One that can't be drawn is left out.
        let broken = try JPEGReader(try await drawn([1, 2, 3], in: renderer))
        #expect(broken.color(x: x, y: y).isClose(to: ground))
    }

    @Test(arguments: ["large.jpg", "wide.jpg", "orientation-6.jpg", "one.jpg", "grey.jpg", "1x20000.png"])
    func imageFillsTheLeftWhateverItsShape(_ name: String) async throws {
        let file = try await photo(name)
        let drawn = try JPEGReader(try await renderer.render(Self.card("컵"), image: file))
        #expect(drawn.width == 1200)
        #expect(drawn.height == 630)
        #expect(drawn.color(x: 0.9, y: 0.5).isClose(to: RGB(0xFC, 0xFC, 0xFB)))
    }

    @Test func imageIsShownAndFadesWhenItIsSoldOut() async throws {
        let file = try await photo("orientation-1.jpg")
        let shown = try JPEGReader(try await renderer.render(Self.card("컵"), image: file))
        // The wide gamut of this photo makes its corners more saturated.
        #expect(shown.color(x: 0.02, y: 0.05).isClose(to: .topLeft, within: 60))
        #expect(shown.color(x: 0.46, y: 0.95).isClose(to: .bottomRight, within: 60))
        let soldOut = try JPEGReader(try await renderer.render(Self.card("컵", soldOut: "품절"), image: file))
        let (before, after) = (shown.color(x: 0.02, y: 0.05), soldOut.color(x: 0.02, y: 0.05))
        #expect(after.green > before.green + 50)
    }

    @Test func cardsOfDifferentTextsDiffer() async throws {
        var images: Set<[UInt8]> = []
        let cards = [
            Self.card("컵"), Self.card("병"), Self.card("컵", price: "₩12,000"), Self.card("컵", struckPrice: "15,000원"),
            Self.card("컵", soldOut: "품절"),
        ]
        for card in cards {
            let image = try await renderer.render(card, image: nil)
            #expect(try await renderer.render(card, image: nil) == image)
            images.insert(image)
        }
        #expect(images.count == cards.count)
    }

    @Test func whatIsNoPhotoFails() async throws {
        let path = folder.path + "/broken.jpg"
        try Data("no picture".utf8).write(to: URL(filePath: path))
        for path in [path, folder.path + "/missing.jpg"] {
            await #expect {
                try await renderer.render(Self.card("컵"), image: StoredFile(path: path, byteCount: 10))
            } throws: { error in
                guard case MarketError.unavailable(let reason) = error else { return false }
                return !reason.isEmpty
            }
        }
    }

    /// A named pipe keeps the thread busy for as long as the test wants: opening it waits for a writer.
    @Test func crowdIsRefused() async throws {
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let pipe = StoredFile(path: path, byteCount: 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<(1 + VipsShareImageRenderer.waitingCount) {
                group.addTask {
                    await #expect(throws: MarketError.self) {
                        try await renderer.render(Self.card("컵"), image: pipe)
                    }
                }
            }
            while renderer.load != .init(running: 1, waiting: VipsShareImageRenderer.waitingCount) {
                await Task.yield()
            }
            await #expect(throws: MarketError.busy) { try await renderer.render(Self.card("컵"), image: pipe) }
            while renderer.load.running > 0 {
                let descriptor = open(path, O_WRONLY | O_NONBLOCK)
                if descriptor >= 0 { close(descriptor) }
                await Task.yield()
            }
            try await group.waitForAll()
        }
    }

    // MARK: Layout

    /// What a messenger that shows 2:1 cuts off is 15 pixels at the top and at the bottom.
    @Test(arguments: names, [true, false])
    func textsKeepAwayFromTheEdgesAndEachOther(_ name: String, _ hasImage: Bool) throws {
        let card = Self.card(name, price: "$1,234.50", struckPrice: "$2,000", soldOut: "Sold out")
        let layout = ShareCardLayout(card, hasImage: hasImage)
        var rows: [Range<Int>] = []
        for text in layout.texts {
            let size = try #require(text.text.measure(width: text.isWrapped ? text.width : nil))
            let height = min(size.height, text.height)
            #expect(text.y >= 55 && text.y + height <= 575, "\(text)")
            #expect(text.x >= (hasImage ? 620 : 60) && text.x + size.width <= 1200 - 50, "\(text)")
            rows.append(text.y..<(text.y + height))
        }
        // The market, the price, the badge and the old price beside it, and the name, if there is anything of it.
        #expect(rows.count >= 4)
        let edges = [rows[0], rows.count > 4 ? rows[4] : nil, rows[2], rows[1]].compactMap { $0 }
        for (upper, lower) in zip(edges, edges.dropFirst()) { #expect(upper.upperBound <= lower.lowerBound) }
    }

    // MARK: Texts

    private static func text(_ text: String, size: Int = 40) -> ShareCardText {
        ShareCardText(text, size: size, isBold: true, color: .ink)
    }

    @Test func markupInNamesIsShownAsItIs() throws {
        let bold = try #require(Self.text("<b>a</b>").measure(width: nil))
        let plain = try #require(Self.text("a").measure(width: nil))
        #expect(bold.width > 3 * plain.width)
        let huge = try #require(Self.text("<span size=\"9999999\">a</span>").measure(width: nil))
        #expect(huge.height < 80)
        #expect(ShareCardText.escaped("<a b='c' d=\"e\">&") == "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;")
    }

    @Test func whatIsNotVisibleIsRemoved() {
        #expect(ShareCardText.visible(" a\u{202E}b\n\u{7}c\u{2029}d \u{FFFF}\u{FFFC}") == "ab c d")
        #expect(ShareCardText.visible("e" + String(repeating: "\u{301}", count: 50)).unicodeScalars.count == 4)
        #expect(ShareCardText.visible("👩‍👩‍👧‍👦") == "👩‍👩‍👧‍👦")
    }

    @Test func longTextsEndWithAnEllipsisWhereTheyFit() throws {
        let long = Self.text(String(repeating: "긴 이름 ", count: 60))
        let shortened = long.shortened(width: 500, lineCount: 3)
        #expect(shortened.text.hasSuffix("…"))
        #expect(shortened.fits(width: 500, lineCount: 3))
        #expect(!Self.text(String(shortened.text.dropLast()) + " 긴 이름 긴 이름 긴 이름").fits(width: 500, lineCount: 3))
        #expect(Self.text("짧은 이름").shortened(width: 500, lineCount: 3).text == "짧은 이름")
    }

    @Test func longNamesAreSmaller() throws {
        func size(_ name: String) throws -> Int {
            let layout = ShareCardLayout(Self.card(name), hasImage: true)
            return try #require(layout.texts.last?.text.size)
        }
        #expect(try size("컵") > size(String(repeating: "긴 이름 ", count: 8)))
    }
}
