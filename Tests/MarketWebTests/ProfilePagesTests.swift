import Foundation
import MarketModels
import MarketTexts
import Testing

@testable import MarketWeb

/// What pages show of the market's profile.
struct ProfilePagesTests {
    @Test(arguments: Language.allCases)
    func nobodyCanWriteHTMLWithAProfile(_ language: Language) {
        var (tame, hostile) = (Samples(), Samples())
        tame.profile = Samples(words: "Yeonnam").ownProfile
        hostile.profile = Samples(words: Samples.hostile).ownProfile
        for ((name, page), (_, same)) in zip(tame.pages, hostile.pages) {
            let (one, other) = (page.html(tame.site(language)), same.html(hostile.site(language)))
            #expect(!other.contains("<script>"), "\(name)")
            let shapes = [one, other].map { html in
                Tag.all(in: html).map { "\($0.name) \($0.attributes.keys.sorted())" }
            }
            #expect(shapes[0] == shapes[1], "\(name)")
            #expect(one.contains("Yeonnam"), "\(name)")
        }
    }

    @Test(arguments: Language.allCases)
    func profileChangesNothingElse(_ language: Language) {
        var own = Samples()
        own.profile = MarketProfile(
            values: Dictionary(
                uniqueKeysWithValues: ProfileKey.allCases.compactMap { key in
                    guard key.field == .name || key.field == .tagline, key.language == language else {
                        return nil
                    }
                    return (key, InterfaceTexts(language: language)[key.field == .name ? .siteName : .siteSummary])
                }
            )
        )
        // With the usual name and sentence as its own, a market has the usual pages, but for the address of the manifest and the mark
        // of the profile.
        let manifest = /<link rel="manifest" href="[^"]*">| data-own="&amp;own=[0-9a-f]+"/
        for ((name, page), (_, same)) in zip(Samples().pages, own.pages)
        // Notices say the name only if it is the market's own.
        where !name.contains("notice") {
            let (usual, html) = (page.html(Samples().site(language)), same.html(own.site(language)))
            #expect(usual.replacing(manifest, with: "") == html.replacing(manifest, with: ""), "\(name)")
        }
    }

    /// The rules of colors hold for what the style sheet has.
    @Test func colorsOfPagesAreThoseOfTheStyleSheet() throws {
        let style = String(decoding: try #require(Assets.named("app.css")).bytes, as: UTF8.self)
        let dark = try #require(style.range(of: "[data-theme=dark]{"))
        for (scheme, part) in [(PageColors.light, style[...]), (.dark, style[dark.upperBound...])] {
            func color(_ name: String) throws -> AccentColor {
                let pattern = try Regex("--\\Q\(name)\\E: *(#[0-9a-f]+)", as: (Substring, Substring).self)
                let text = try #require(part.firstMatch(of: pattern)).1
                return try #require(AccentColor(String(text)))
            }
            #expect(try scheme.grounds == ["ground", "raised", "fill"].map(color))
            // The usual colors keep the rules as well.
            let (accent, text) = (try color("accent"), try color("on-accent"))
            #expect(accent.isReadable(on: scheme))
            #expect(accent == scheme.usualAccent)
            #expect(accent.contrast(with: text) >= PageColors.leastContrast)
            if scheme == .light { #expect(text == scheme.textOnAccent) }
        }
    }

    @Test(arguments: Language.allCases)
    func colorIsStyleOfColorsOnly(_ language: Language) throws {
        var own = Samples()
        let key = try #require(ProfileKey(.accent))
        own.profile = MarketProfile(values: [key: "#0b57d0"])
        let style = try #require(own.site(language).accentStyle)
        #expect(style.wholeMatch(of: /[:a-z@(){}=\[\]#0-9;-]+/) != nil)
        #expect(own.list(own.summaries).html(own.site(language)).contains("<style>\(style)</style>"))
        // Whatever a database has that isn't a color is none.
        own.profile = MarketProfile(values: [key: "red}</style><script>"])
        #expect(own.site(language).accentStyle == nil)
    }

    @Test func copiesOfPagesEndWithTheProfile() throws {
        func mark(_ profile: MarketProfile) throws -> String? {
            var samples = Samples()
            samples.profile = profile
            let html = samples.list([]).html(samples.site(.english))
            return Tag.all(in: html).first { $0.name == "html" }?.attributes["data-own"]
        }
        let key = try #require(ProfileKey(.name, in: .korean))
        #expect(try mark(.empty) == nil)
        let marks = [
            try mark(MarketProfile(values: [key: "a"])), try mark(MarketProfile(values: [key: "b"])),
            try mark(MarketProfile(values: [key: "a"], pages: [Samples().textPage().page])),
        ]
        #expect(!marks.contains(nil) && Set(marks).count == 3)
        // Of all servers, now and later.
        #expect(marks[0]?.hasSuffix("own=516e7554") == true, "\(marks)")
    }

    @Test func textPageIsInItsOwnLanguage() {
        let html = Samples().textPage("# 안녕").html(Samples().site(.english))
        #expect(html.contains("<html lang=\"en\""))
        #expect(html.contains("<h1 class=\"title\">Imprint</h1>"))
        #expect(html.contains("<article class=\"text\" lang=\"ko\" dir=\"auto\"><h2>안녕</h2>"))
    }
}
