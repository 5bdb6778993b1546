import Foundation
import MarketModels

/// The byte sequences that stand for one and the same secret: some keyboards send 가 as one character, others as ㄱ and ㅏ.
enum SecretForms {
    /// What is stored of a new secret: Unicode's composed form (NFC).
    static func normalized(_ secret: String) -> String { secret.precomposedStringWithCanonicalMapping }

    /// What a presented secret is compared with a stored hash as: in its composed form and, where that is another, as it
    /// was sent, for secrets that were stored so. At most two, and none for a text that is too long to be a secret.
    static func candidates(_ secret: String) -> [String] {
        let maximum = ListingRules.secretByteCount.upperBound
        // What is composed of other characters is at most three times as long as the composed form.
        guard secret.utf8.count <= 3 * maximum else { return [] }
        let normalized = normalized(secret)
        let isNormalized = normalized.utf8.elementsEqual(secret.utf8)
        guard min(normalized.utf8.count, secret.utf8.count) <= maximum else { return [] }
        return isNormalized ? [normalized] : [normalized, secret]
    }
}
