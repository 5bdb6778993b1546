import MarketModels
import Testing

/// What people write must be seen, and must not disturb what stands around it.
struct VisibleTextTests {
    static let invisible = [
        "\u{3164}", "\u{200B}", "\u{200C}\u{200D}\u{200E}\u{200F}", "\u{2800}", "\u{AD}", "\u{115F}\u{1160}",
        "\u{FFA0}",
        "\u{180E}", "\u{2060}", "\u{FEFF}", "\u{FE0F}", "\u{E0100}", "\u{E0061}\u{E007F}", "\u{301}\u{302}", "\u{34F}",
        "\u{3164} \u{3000}\u{200B}", "\u{FFFC}", "\u{1D159}", "\u{61C}", "\u{17B4}",
        noncharacters,
    ]
    /// No literal can have them.
    private static let noncharacters = String(
        String.UnicodeScalarView(([0xFFFF, 0xFDD0, 0x1FFFE] as [UInt32]).compactMap(Unicode.Scalar.init))
    )

    private func problems(_ change: (inout ProductDraft) -> Void) -> [ListingProblem] {
        var draft = ProductDraft(name: "의자", price: .zero, currency: .krw)
        change(&draft)
        do {
            _ = try ListingRules.check(draft)
            return []
        } catch {
            return error.all
        }
    }

    @Test(arguments: invisible)
    func whatNobodySeesIsRefused(_ text: String) throws {
        #expect(problems { $0.name = text } == [ListingProblem(.name, .blank)])
        #expect(problems { $0.attributes[.place] = text } == [ListingProblem(.place, .blank)])
        #expect(problems { $0.contact = text } == [ListingProblem(.contact, .blank)])
        // A description is optional, and may be as empty as it likes.
        #expect(problems { $0.description = text } == [])
        #expect(throws: ListingProblem.self) { try ListingRules.check(vendorName: text) }
        #expect(throws: LifecycleProblem.self) { try LifecycleRules.checkedNote(text) }
        let pricing = try #require(Pricing(currency: .krw, priceMinorUnits: 1, discountMinorUnits: 0))
        let listing = Listing(name: "의자", description: "", pricing: pricing, stock: 1)
        #expect(throws: ListingProblems.self) { try ListingRules.apply(ProductPatch(name: text), to: listing) }
    }

    @Test(arguments: ["", " ", "\u{3000}"])
    func emptyOptionalTextsAreNotGiven(_ text: String) {
        #expect(problems { $0.attributes[.place] = text } == [])
        #expect(problems { $0.contact = text } == [])
    }

    @Test(arguments: [
        "의자", "👩\u{200D}🌾 의자 👨‍👩‍👧‍👦", "می\u{200C}خواهم", "क्\u{200D}ष", "❤\u{FE0F}", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "עברית \u{200F}(שלום)",
        "한\u{200B}글", "e\u{301}",
        "☺︎", "1️⃣", "ㅋㅋ", "-",
    ])
    func whatPeopleWriteStaysAsItIs(_ text: String) throws {
        let checked = try ListingRules.check(
            ProductDraft(
                name: text,
                description: "\(text)\n\t\(text)\r\n",
                price: .zero,
                currency: .krw,
                contact: text,
                attributes: [.place: text]
            )
        )
        let composed = text == "e\u{301}" ? "é" : text
        #expect(Array(checked.listing.name.unicodeScalars) == Array(composed.unicodeScalars))
        #expect(checked.listing.description == "\(composed)\n\t\(composed)\r\n")
        #expect(checked.contact == composed)
        #expect(checked.listing.attributes.place == composed)
    }

    @Test func controlsAreRemoved() throws {
        let checked = try ListingRules.check(
            ProductDraft(
                name: "a\u{202E}b\u{202C}\u{7}\tc\r\nd\u{2028}e\u{85}f\u{2066}\u{2069}",
                description: "a\u{202E}b\n\u{1B}[1mc\u{2029}d\u{B}e",
                price: .zero,
                currency: .krw,
                contact: "\u{202D}010-1234-5678\u{202C}"
            )
        )
        #expect(checked.listing.name == "ab c d e f")
        #expect(checked.listing.description == "ab\n[1mc\nd\ne")
        #expect(checked.contact == "010-1234-5678")
        #expect(problems { $0.name = "\u{202E}\u{202C}\u{1}" } == [ListingProblem(.name, .missing)])
        #expect(problems { $0.name = "a\0b" } == [ListingProblem(.name, .unreadableText)])
    }

    @Test(arguments: ["👩\u{200D}🌾 농장", "می\u{200C}خواهم", "❤\u{FE0F}\u{200D}🔥"])
    func sellersMayJoinWhatIsJoined(_ name: String) throws {
        #expect(try ListingRules.check(vendorName: name) == name)
    }

    @Test(arguments: ["Gue\u{200D}st", "a\u{200C}b", "\u{200D}의자", "의\u{200D}자", "의자\u{FFFC}"])
    func sellersDoNotHideAnything(_ name: String) {
        #expect(throws: ListingProblem(.seller, .unreadableText)) { try ListingRules.check(vendorName: name) }
    }
}
