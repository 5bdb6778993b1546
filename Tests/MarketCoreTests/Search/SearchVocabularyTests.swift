import Testing

@testable import MarketCore

/// The words that a typo can be corrected to.
struct SearchVocabularyTests {
    @Test func wordsAreRunsOfLettersThatAreLongEnough() {
        #expect(SearchVocabulary.words(of: "35 mm Film camera, f/1.8 lens") == ["film", "camera", "lens"])
        #expect(SearchVocabulary.words(of: "제주 노지감귤10kg (한 상자)") == ["제주", "노지감귤", "상자"])
        #expect(SearchVocabulary.words(of: "ㅋㅋㅋㅋ 1234").isEmpty)
    }

    @Test(arguments: [
        ("camera", "camra"), ("camera", "cameera"), ("camera", "camora"), ("camera", "caemra"), ("camera", "acmera"),
        ("camera", "amera"), ("camera", "camer"), ("camera", "cameraa"), ("camera", "camear"), ("카메라", "카매라"),
        ("카메라", "카라메"), ("자전거", "자전"), ("자전거", "자자전거"),
    ])
    func oneTypoIsFoundBothWays(_ word: String, _ typo: String) {
        let (one, other) = (Array(word.unicodeScalars), Array(typo.unicodeScalars))
        #expect(one.isOneTypo(from: other))
        #expect(other.isOneTypo(from: one))
    }

    @Test(arguments: [
        ("camera", "camera"), ("camera", "cmraea"), ("camera", "cama"), ("camera", "cameraas"), ("camera", "maceta"),
        ("camera", "caremar"), ("", ""), ("ab", ""),
    ])
    func twoTyposAndNoneAreNotOne(_ word: String, _ other: String) {
        #expect(!Array(word.unicodeScalars).isOneTypo(from: Array(other.unicodeScalars)))
    }

    /// Any single typo leaves one half of the word intact.
    @Test(arguments: ["camera", "chair", "의자들", "노지감귤", "armchairs"])
    func everyTypoIsInTheNeighborhood(_ word: String) {
        let scalars = Array(word.unicodeScalars)
        var typos: [[Unicode.Scalar]] = []
        for place in scalars.indices {
            var missing = scalars
            missing.remove(at: place)
            var wrong = scalars
            wrong[place] = "x"
            typos += [missing, wrong]
            if place + 1 < scalars.count {
                var swapped = scalars
                swapped.swapAt(place, place + 1)
                typos.append(swapped)
            }
        }
        for place in 0...scalars.count {
            var extra = scalars
            extra.insert("x", at: place)
            typos.append(extra)
        }
        for typo in typos where typo != scalars && SearchVocabulary.mayBeMisspelled(typo) {
            let neighborhood = WordNeighborhood(around: typo)
            #expect(typo.isOneTypo(from: scalars), "\(typo)")
            #expect(neighborhood.lengths.contains(scalars.count))
            #expect(word.hasPrefix(neighborhood.beginning) || word.hasSuffix(neighborhood.ending), "\(typo)")
        }
    }

    @Test(arguments: [("chair", true), ("lamp", false), ("카메라", true), ("의자", false), ("mp폰", false)])
    func longWordsMayBeMisspelled(_ word: String, _ expected: Bool) {
        #expect(SearchVocabulary.mayBeMisspelled(Array(word.unicodeScalars)) == expected)
    }
}
