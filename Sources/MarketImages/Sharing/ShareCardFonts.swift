internal import CVipsShim

/// The fonts of share images: whatever of these families the system has, and others for characters that they lack.
enum ShareCardFonts {
    private static let families = "Noto Sans CJK KR, NanumGothic, Noto Sans, DejaVu Sans, sans"

    /// A character of each script that is common in names of products.
    private static let samples = "Aa₩€ 가 漢か 😀 ★ Ж م ש ไ ह"

    /// Returns a font description for Pango.
    static func description(size: Int, isBold: Bool) -> String { "\(families)\(isBold ? " Bold" : "") \(size)" }

    /// Opens the fonts. Afterwards, texts can be drawn in any size by a process that can't open files. Characters of
    /// fonts that weren't opened are drawn as boxes.
    static func open() {
        for isBold in [true, false] {
            _ = ShareCardText(samples, size: 30, isBold: isBold, color: .ink).measure(width: nil)
        }
    }
}
