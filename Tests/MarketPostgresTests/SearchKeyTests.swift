import MarketCore
import Testing

@testable import MarketPostgres

@Suite("Keys of the search index, on PostgreSQL")
struct SearchKeyTests {
    @Test func keysAreEveryThreeCharactersOfALine() async throws {
        #expect(
            try await keys("ab␣\n\nㅇ", ["vendor:7"]) == ["x\tvendor:7", "xab␣", "xb␣", "x␣", "xㅇ"],
            "none has characters of two lines"
        )
        #expect(try await keys("\n\n\n", []) == [])
    }

    @Test func everyBlockHasACharacterOfItsOwn() async throws {
        let store = try await PostgresProductStore(settings: settings())
        // The first ids of blocks around the surrogates, which aren't characters, and the last ones.
        let blocks: [Int64] = [0, 1, 55_039, 55_040, 55_041, 1_111_807]
        let characters = try await store.longReads.withConnection { connection in
            var characters: [String] = []
            for block in blocks {
                for id in [block << 14, (block + 1) << 14 - 1] {
                    characters += [try connection.firstRow("SELECT search_block($1)", [id]) { try $0.text(0) } ?? ""]
                }
            }
            return characters
        }
        #expect(characters.allSatisfy { $0.unicodeScalars.count == 1 })
        for (place, block) in blocks.enumerated() {
            #expect(characters[2 * place] == characters[2 * place + 1], "the ids of block \(block)")
        }
        #expect(Set(characters).count == blocks.count)
        try await store.close()
    }

    private func keys(_ texts: String, _ keywords: [String]) async throws -> [String] {
        let store = try await PostgresProductStore(settings: settings())
        let keys = try await store.longReads.withConnection { connection in
            var keys: [String] = []
            try connection.forEachRow(
                "SELECT unnest(tsvector_to_array(search_keys('x', $1, $2)))",
                [texts, keywords]
            ) { row in
                keys.append(try row.text(0))
                return true
            }
            return keys
        }
        try await store.close()
        return keys
    }

    private func settings() async throws -> PostgresSettings {
        try await newDatabase()
    }
}
