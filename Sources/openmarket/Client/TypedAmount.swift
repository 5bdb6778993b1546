import Foundation
import MarketModels

extension DecimalAmount {
    /// A number as people type it: `12000`, `19.99`, `1,234,567`.
    ///
    /// A comma only stands between groups of three digits. In `19,99` it was meant as a decimal point by some and is a
    /// slip of others': nobody's price is guessed at.
    init?(typed text: String) {
        let text = text.trimmingCharacters(in: .whitespaces)
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let groups = parts.first?.split(separator: ",", omittingEmptySubsequences: false) ?? []
        guard groups.count <= 1 || 1...3 ~= groups[0].count && groups.dropFirst().allSatisfy({ $0.count == 3 }) else {
            return nil
        }
        self.init(([groups.joined()] + parts.dropFirst().map(String.init)).joined(separator: "."))
    }
}
