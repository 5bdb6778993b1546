/// Formats byte counts for users.
enum ByteCount {
    static func text(_ count: Int64) -> String {
        switch count {
        case ..<1000: "\(count) B"
        case ..<999_500: "\((count + 500) / 1000) KB"
        default: "\((count + 50_000) / 1_000_000).\((count + 50_000) / 100_000 % 10) MB"
        }
    }
}
