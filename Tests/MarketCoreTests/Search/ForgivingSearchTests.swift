import MarketModels
import ProductStoreContract
import Testing

@testable import MarketCore

/// The alternatives that are searched for when there is no exact match.
struct ForgivingSearchTests {
    private static let market = TextIndex([
        ("Film camera", "ready to use", "June's Attic"), ("제주 노지 감귤", "", "고래네 중고가게"),
        ("Desk lamp", "no camera", "June's Attic"),
        ("Cameras", "", "June's Attic"), ("필름 카메라", "35 mm", "은하 음악사"), ("Armchair", "", "은하 음악사"),
        ("35mm lens", "", ""),
    ])

    private func found(_ text: String, _ scope: ProductSearch.Scope = .nameAndDescription) throws -> (
        ids: [Int], corrected: String?
    ) {
        let search = try #require(ProductSearch(text, in: scope))
        let typed = ResolvedSearch(search)
        let resolved = try Self.market.finds(typed) ? typed : search.relaxed(by: Self.market) ?? typed
        return (Self.market.ids(resolved), resolved.correctedText)
    }

    @Test(
        arguments: [
            ("film camera", [0]), ("camera film", [0]), ("camera", [0, 2, 3]), ("june's film", [0]), ("은하 카메라", [4]),
            ("노지감귤", [1]), ("filmcamera", [0]), ("camerafilm", [0]), ("감귤노지", [1]), ("35mm", [4, 6]),
            ("35 mm", [4, 6]),
            ("ㅋㅁㄹ", [4]), ("ㄴㅈㄱㄱ", [1]), ("ㄱㄱ", [1]), ("고래네 ㄱㄱ", [1]), ("desklamp", [2]), ("노지감귤 제주", [1]),
            ("필름 캄", [4]), ("카멜", [4]), ("카메ㄹ", [4]), ("감ㄱ", [1]), ("칾", []), ("sofa", []),
            ("chair table", []),
        ] as [(String, [Int])]
    )
    func wordsAreFoundWithoutACorrection(_ text: String, _ expected: [Int]) throws {
        let found = try found(text)
        #expect(found.ids == expected)
        #expect(found.corrected == nil)
    }

    @Test(
        arguments: [
            ("camrea", "camera", [0, 2, 3]), ("Flim camrea", nil, []), ("film camrea", "film camera", [0]),
            ("cameta", "camera", [0, 2, 3]),
            ("lamp camerra", "lamp camera", [2]), ("카매라", "카메라", [4]), ("amrchair", "armchair", [5]), ("노지감굴", nil, []),
            ("Atitc", "attic", [0, 2, 3]), ("고래내", "고래네", [1]), ("sofas", nil, []), ("desj", nil, []),
            ("camrea99", nil, []),
        ] as [(String, String?, [Int])]
    )
    func oneTypoIsForgivenAndSaid(_ text: String, _ corrected: String?, _ expected: [Int]) throws {
        let found = try found(text)
        #expect(found.ids == expected)
        #expect(found.corrected == corrected)
    }

    @Test(
        arguments: [
            ("zkapfk", "카메라", [4]), ("Zkapfk", "카메라", [4]), ("vlffma zkapfk", "필름 카메라", [4]),
            ("은하 zkapfk", "은하 카메라", [4]), ("rkarbf", "감귤", [1]), ("ckd", nil, []), ("rk", nil, []),
            ("zkapfk99", nil, []), ("zkapfk sofa", nil, []), ("zkap", "카메", [4]),
        ] as [(String, String?, [Int])]
    )
    func koreanTypedInTheEnglishStateIsFoundAndSaid(_ text: String, _ corrected: String?, _ expected: [Int]) throws {
        let found = try found(text)
        #expect(found.ids == expected)
        #expect(found.corrected == corrected)
    }

    @Test func shiftKeyCountsForKorean() throws {
        let market = TextIndex([("딸기 빵", "", ""), ("달기", "", "")])
        for (typed, corrected) in [("Ekfrl", "딸기"), ("ekfrl", "달기"), ("\u{201C}Qkd\u{201D}", nil), ("Qkd", "빵")] {
            let search = try #require(ProductSearch(typed, in: .nameAndDescription))
            #expect(try search.relaxed(by: market)?.correctedText == corrected, "\(typed)")
        }
    }

    @Test(
        arguments: [
            ("camera", [0, 3]), ("filmcamera", [0]), ("노지감귤", [1]), ("35 mm", [6]), ("camrea", []), ("ㅋㅁㄹ", []),
            ("june's", []),
            ("ready", []),
        ] as [(String, [Int])]
    )
    func oldEditionsForgiveNothingButSpaces(_ text: String, _ expected: [Int]) throws {
        let found = try found(text, .name)
        #expect(found.ids == expected)
        #expect(found.corrected == nil)
    }

    @Test func aTypoStandsForTheWordThatMostProductsHave() throws {
        let market = TextIndex([("stoke", "", ""), ("stove", "", ""), ("stove", "", ""), ("store", "", "")])
        let search = try #require(ProductSearch("stoxe", in: .nameAndDescription))
        #expect(try search.relaxed(by: market)?.correctedText == "stove")
    }

    @Test func aTypoStandsForAWordThatIsFoundWithTheOthers() throws {
        let market = TextIndex([("red stove", "", ""), ("red stove", "", ""), ("blue store", "", "")])
        let search = try #require(ProductSearch("blue stoxe", in: .nameAndDescription))
        #expect(try search.relaxed(by: market)?.correctedText == "blue store")
    }

    /// A split whose parts occur nowhere would make every store search for them, several times for each letter.
    @Test(
        arguments: [
            ("filmcamera", ["film␣camera", "␣film␣ & ␣camera␣"]), ("camerq", []), ("qcamera", []), ("camreas", []),
            ("노지감귤", ["노지␣감귤", "␣노지 & ␣감귤"]),
        ] as [(String, [String])]
    )
    func aWordIsSplitOnlyIntoPartsThatAreFound(_ word: String, _ expected: [String]) throws {
        var calls = 0
        let split = SearchWord(split: word) { part in
            calls += 1
            return Self.market.finds(ResolvedSearch([SearchWord(part)], in: .nameAndDescription))
        }
        #expect((split?.alternatives ?? []).map { $0.joined(separator: " & ") } == expected)
        #expect(calls <= 10)
    }
}

/// The simplest index: it scans every text.
struct TextIndex: SearchIndex {
    let products: [SearchableProduct]

    init(_ products: [(name: String, description: String, seller: String)]) {
        self.products = products.map {
            SearchableProduct(name: $0.name, description: $0.description, seller: $0.seller)
        }
    }

    func ids(_ search: ResolvedSearch) -> [Int] {
        products.indices.filter { search.matches(products[$0]) }
    }

    func finds(_ search: ResolvedSearch) -> Bool { !ids(search).isEmpty }

    func words(in neighborhood: WordNeighborhood) -> [VocabularyWord] {
        Set(products.flatMap(\.vocabulary)).filter { word in
            neighborhood.lengths ~= word.unicodeScalars.count
                && (word.hasPrefix(neighborhood.beginning) || word.hasSuffix(neighborhood.ending))
        }.map { word in VocabularyWord(word, productCount: products.count { $0.vocabulary.contains(word) }) }
    }
}
