import Testing

@testable import MarketModels

@Suite struct VendorIdentifierTests {
    @Test func letterCaseAndBlanksAroundItDoNotMatter() {
        let identifier = VendorIdentifier(" CD706A3E-66db-11ec-9626-796401f2341a\t")
        #expect(identifier?.text == "cd706a3e-66db-11ec-9626-796401f2341a")
    }

    @Test func whatIsNoIdentifier() {
        for text in ["", " ", "a\u{0}b", "a\nb", "\u{7F}", String(repeating: "a", count: 201)] {
            #expect(VendorIdentifier(text) == nil)
        }
        #expect(VendorIdentifier(String(repeating: "a", count: 200)) != nil)
    }
}
