import Testing

@testable import MarketModels

@Suite struct ImageNameTests {
    private let digits = "0123456789abcdef0123456789abcdef01234567"

    @Test func fortyLowerCaseDigitsAreAName() {
        #expect(ImageName(digits)?.hexDigits == digits)
    }

    @Test func nothingElseIsAName() {
        let others = [
            "", String(digits.dropLast()), digits + "0", digits.uppercased(), "../" + digits.dropLast(3),
            String(digits.dropLast()) + "g", String(digits.dropLast(3)) + "０", String(digits.dropLast()) + "\0",
        ]
        for text in others { #expect(ImageName(text) == nil, "\(text)") }
    }

    @Test func twentyBytesMakeAName() {
        let digest: [UInt8] = [0x00, 0x0F, 0xF0, 0xFF] + [UInt8](repeating: 0xA5, count: 16)
        #expect(ImageName(digest: digest)?.hexDigits == "000ff0ff" + String(repeating: "a5", count: 16))
        #expect(ImageName(digest: digest.dropLast()) == nil)
        #expect(ImageName(digest: digest + [0]) == nil)
    }
}
