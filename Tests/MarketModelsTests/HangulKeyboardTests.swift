import Testing

@testable import MarketModels

struct HangulKeyboardTests {
    @Test(
        arguments: [
            ("dmlwk", "의자"), ("rlxk", "기타"), ("shxmqnr", "노트북"), ("Eofrl", "땔기"), ("dlfrdj", "읽어"), ("ekfrdk", "닭아"),
            ("rkqt", "값"), ("rkqtdl", "값이"), ("rkqtl", "갑시"), ("dhktj", "와서"), ("DMLwK", "의자"), ("DMLWK", "의짜"),
            ("Ekr", "딱"),
            ("P", nil),
            ("qks wk", nil), ("chair", "초먁"), ("table", nil), ("wkk", nil), ("r", nil), ("k", nil), ("rk1", nil),
            ("의자", nil),
            ("rkqtrk", "값가"), ("rkqtrtk", nil), ("ｄｍｌ", nil), ("", ""),
        ] as [(String, String?)]
    )
    func keysTypeSyllables(_ keys: String, _ syllables: String?) {
        #expect(HangulKeyboard.syllables(typedAs: keys) == syllables)
    }
}
