/// A formatted number of bytes: `32 MB`, `300 KB`.
struct ByteAmount {
    let text: String

    init(_ count: Int) {
        switch count {
        case ..<1000: text = "\(count) B"
        case ..<1_000_000: text = "\(count / 1000) KB"
        default: text = "\(ProductTexts.grouped(count / 1_000_000)) MB"
        }
    }
}
