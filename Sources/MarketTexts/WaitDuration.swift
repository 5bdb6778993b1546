/// A time to wait, in the unit in which it is shown.
enum WaitDuration: Hashable {
    case seconds(Int)
    case minutes(Int)
    case hours(Int)

    /// Creates a duration, rounded up so that a retry is never too early.
    init(seconds: Int) {
        switch seconds {
        case ...0: self = .seconds(1)
        case ...90: self = .seconds(seconds)
        case ...5400: self = .minutes((seconds + 59) / 60)
        default: self = .hours((seconds + 3599) / 3600)
        }
    }
}

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
