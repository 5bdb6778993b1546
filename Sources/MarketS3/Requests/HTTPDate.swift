internal import Foundation
internal import MarketModels

/// Dates in headers: `Tue, 24 Nov 2026 23:18:22 GMT` (RFC 9110).
enum HTTPDate {
    /// Returns the seconds since 1970, or nil if the text is no date.
    static func secondsSinceEpoch(_ text: String) -> Int64? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return format.date(from: text).map { Int64($0.timeIntervalSince1970) }
    }
}

extension Timestamp {
    private static let listed = [true, false].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }

    /// Parses a time as lists have it: `2026-11-24T23:18:22.000Z`.
    init?(listed text: String) {
        guard let date = Self.listed.lazy.compactMap({ try? $0.parse(text) }).first else { return nil }
        self.init(millisecondsSinceEpoch: Int64(date.timeIntervalSince1970) * 1000)
    }
}
