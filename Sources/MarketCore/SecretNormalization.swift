import Foundation
import MarketModels

/// The byte sequences that represent the same secret. Some keyboards send 가 as one character, others as ㄱ and ㅏ.
enum SecretNormalization {
    /// Returns the form in which a new secret is stored: Unicode's composed form (NFC).
    static func normalized(_ secret: String) -> String { secret.precomposedStringWithCanonicalMapping }

    /// Returns the forms of a presented secret that are compared with a stored hash: its composed form and, if it
    /// differs, the form in which it was sent, for secrets that were stored that way. There are at most two, and none
    /// for a text that is too long to be a secret.
    static func candidates(_ secret: String) -> [String] {
        let maximum = ListingRules.secretByteCount.upperBound
        // The decomposed form is at most three times as long as the composed form.
        guard secret.utf8.count <= 3 * maximum else { return [] }
        let normalized = normalized(secret)
        let isNormalized = normalized.utf8.elementsEqual(secret.utf8)
        guard min(normalized.utf8.count, secret.utf8.count) <= maximum else { return [] }
        return isNormalized ? [normalized] : [normalized, secret]
    }
}
