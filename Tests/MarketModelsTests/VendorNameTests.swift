import MarketModels
import Testing

/// The rules for vendor names.
struct VendorNameTests {
    private func problem(_ name: String) -> ListingProblem.Reason? {
        do throws(ListingProblem) {
            _ = try ListingRules.check(vendorName: name)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(arguments: [
        "a\u{202E}b", "a\u{200B}b", "\u{2066}a\u{2069}", "a\u{200D}", "\u{FEFF}a", "a\u{00AD}b", "a\nb", "a\rb",
        "a\u{2028}b",
        "a\u{85}b", "a\tb", "\u{3164}", "a\u{115F}b", "\u{2800}a", "a\u{061C}", "a\u{E0001}",
    ])
    func whatDeceivesIsRefused(_ name: String) {
        #expect(problem(name) == .unreadableText)
    }

    @Test(arguments: [
        "Guest", "guest", "GUEST", " Guest ", "G u e s t", "\u{FF27}\u{FF55}\u{FF45}\u{FF53}\u{FF54}", "\u{1D406}uest",
    ])
    func thereIsOneGuest(_ name: String) {
        #expect(problem(name) == .reserved)
    }

    @Test(arguments: [
        "의자 가게", "Guesthouse", "The Guest", "O’Brien & Söhne", "❤\u{FE0F} 가구", "🪑", "حراج", "हिन्दी", "Cafe\u{301}",
    ])
    func otherNamesAreTaken(_ name: String) {
        #expect(problem(name) == nil)
    }
}
