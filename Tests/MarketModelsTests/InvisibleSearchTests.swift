import MarketModels
import Testing

/// A query without visible characters searches for nothing.
struct InvisibleSearchTests {
    @Test(arguments: [
        "", " ", "\u{200B}", "\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}", "\u{202A}\u{202E}\u{2066}\u{2069}", "\u{AD}",
        "\u{301}", "\u{301}\u{302} \u{20DD}", "\u{200B}\u{301}\u{FE0F}", "\u{3164}", "\u{115F}\u{1160}", "\u{2800}",
        "\u{E0001}\u{E0020}", "\u{180E}", "\u{0}", "\u{7F}", "\u{1D173}", "\u{34F}",
    ])
    func queryOfInvisibleCharactersIsEmpty(_ text: String) {
        #expect(ProductSearch(text, in: .nameAndDescription) == nil)
        #expect(ProductSearch(text, in: .name) == nil)
    }

    @Test(arguments: ["e\u{301}", "\u{301}e", "한\u{200B}", "क्षि", "!", "\u{2423}", "☺\u{FE0F}"])
    func whatCanBeSeenIsSearchedFor(_ text: String) {
        #expect(ProductSearch(text, in: .nameAndDescription) != nil)
    }
}
