/// What the texts of generated products are made of.
enum GeneratedTexts {
    /// 20 syllables of two letters, of which the names of models have four.
    static let syllables = "bacedifoguhajekilomunaperisotuvawexiyozu"
    /// 25 names of three syllables.
    static let places = [
        "망원동합정동연남동성수동역삼동서초동잠실동판교동정자동서현동좌동리송도동부평동", "둔산동봉명동상무동수완동범어동황금동삼성동신촌동화곡동방배동노형동연동리",
    ].joined()
}
