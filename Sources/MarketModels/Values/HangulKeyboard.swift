/// The keys of the two-set keyboard, on which Korean is typed. In its English state the same keys type Latin letters.
package enum HangulKeyboard {
    // In the order of Unicode, from ㄱ to ㅎ, from ㅏ to ㅣ and from ㄱ to ㅎ. Capital letters are typed with the shift key.
    package static let initials = keys("r R s e E f a q Q t T d w W c z x v g")
    package static let vowels = keys("k o i O j p u P h hk ho hl y n nj np nl b m ml l")
    package static let finals = keys("r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g")

    private static func keys(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    /// Returns the syllables that keys type: `의자` for `dmlwk`.
    ///
    /// - Parameter word: Latin letters. Without the shift key, those that need none can be in any case.
    /// - Returns: nil if the keys type anything but whole syllables.
    package static func syllables(typedAs word: some StringProtocol) -> String? {
        let shifted = Set("QWERTOP")
        let letters = word.map { $0.isASCII && !shifted.contains($0) ? $0.lowercased() : String($0) }
        guard letters.allSatisfy({ isVowel($0) || initials.contains($0) }) else { return nil }
        // Runs of consonants and of vowels take turns. The last consonant before a vowel begins its syllable.
        var syllables = String.UnicodeScalarView()
        var rest = letters[...]
        while !rest.isEmpty {
            let initial = rest.removeFirst()
            let vowel = rest.prefix(while: isVowel)
            rest = rest.dropFirst(vowel.count)
            let consonants = rest.prefix { !isVowel($0) }
            let final = consonants.count == rest.count ? consonants : consonants.dropLast()
            rest = rest.dropFirst(final.count)
            guard let syllable = syllable(initial, vowel.joined(), final.joined()) else { return nil }
            syllables.append(syllable)
        }
        return String(syllables)
    }

    private static func isVowel(_ letter: String) -> Bool { vowels.contains(letter) }

    /// Composes a syllable, as Unicode counts them (section 3.12, “Conjoining Jamo Behavior”).
    private static func syllable(_ initial: String, _ vowel: String, _ final: String) -> Unicode.Scalar? {
        guard let first = initials.firstIndex(of: initial), let second = vowels.firstIndex(of: vowel),
            let third = final.isEmpty ? 0 : finals.firstIndex(of: final).map({ $0 + 1 })
        else { return nil }
        return Unicode.Scalar(UInt32(0xAC00 + (first * vowels.count + second) * (finals.count + 1) + third))
    }
}
