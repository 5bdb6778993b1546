import MarketModels

extension Timestamp {
    /// The time in the format of the `datetime` attribute: `2026-03-05T08:07:06Z`.
    var attribute: String {
        let date = calendar
        func padded(_ number: Int, _ length: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, length - digits.count)) + digits
        }
        return "\(padded(date.year, 4))-\(padded(date.month))-\(padded(date.day))"
            + "T\(padded(date.hour)):\(padded(date.minute)):\(padded(date.second))Z"
    }
}
